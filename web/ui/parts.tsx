import { useState } from "react";
import { Breadcrumbs } from "../src/chrome/breadcrumbs.tsx";
import { CookieBanner } from "../src/chrome/cookie-banner.tsx";
import { ChatButton } from "../src/features/chat/chat-button.tsx";
import { Energy } from "../src/features/details/energy.tsx";
import { InfoPopup } from "../src/features/notice/info-popup.tsx";
import { Pager } from "../src/features/pager/pager.tsx";
import { CardGrid } from "../src/features/property-card/card-grid.tsx";
import { FavoriteButton, FavoriteHeart } from "../src/features/property-card/favorite-button.tsx";
import { PropertyCard } from "../src/features/property-card/property-card.tsx";
import { showToast } from "../src/features/toast/toast.ts";
import { ToastRegion } from "../src/features/toast/toast-region.tsx";
import Tab from "../src/sections/tab/tab.tsx";
import { Badges } from "../src/ui/badge/badge.tsx";
import { Band } from "../src/ui/band/band.tsx";
import { Button, type ButtonLook, IconButton } from "../src/ui/button/button.tsx";
import { Carousel } from "../src/ui/carousel/carousel.tsx";
import { Dialog } from "../src/ui/dialog/dialog.tsx";
import { SelectInput, TextArea, TextInput } from "../src/ui/field/field.tsx";
import { Icon, type IconName, iconNames } from "../src/ui/icon/icon.tsx";
import { Picture } from "../src/ui/picture/picture.tsx";
import { Price } from "../src/ui/price/price.tsx";
import { Skeleton } from "../src/ui/skeleton/skeleton.tsx";
import { Spinner } from "../src/ui/spinner/spinner.tsx";
import styles from "./part.module.css";
import { Part, State } from "./part.tsx";
import { badges, cards, pager, picture, SAVED } from "./samples.ts";

/** The parts of the screens, each in all states. */
export function Parts() {
  return (
    <main>
      <Colours />
      <Type />
      <Buttons />
      <Icons />
      <Fields />
      <Marks />
      <Cards />
      <Ways />
      <Waiting />
      <Blocks />
      <Dialogs />
      <Overlays />
    </main>
  );
}

const COLOURS = [
  "sand",
  "bark",
  "paper",
  "linen",
  "white",
  "bark-deep",
  "ink-soft",
  "clay",
  "error",
  "on-dark-bright",
  "on-dark-soft",
  "hair",
  "edge",
];

function Colours() {
  return (
    <Part name="Colours">
      <ul className={styles.swatches}>
        {COLOURS.map((name) => (
          <li
            key={name}
            className={styles.swatch}
            style={{ ["--swatch" as string]: `var(--color-${name})` }}
          >
            {name}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Type() {
  return (
    <Part name="Type">
      {["4xl", "3xl", "2xl", "xl", "lg", "md", "sm", "xs"].map((size) => (
        <State key={size} name={size} wide>
          <p style={{ fontSize: `var(--text-${size})`, lineHeight: 1.2 }}>
            Casas con vistas, 1.250.000 €
          </p>
        </State>
      ))}
    </Part>
  );
}

const LOOKS: [NonNullable<ButtonLook["variant"]>, "paper" | "bark"][] = [
  ["solid", "paper"],
  ["line", "paper"],
  ["sand", "bark"],
  ["glass", "bark"],
  ["text", "paper"],
];

function Buttons() {
  return (
    <Part name="Buttons">
      {LOOKS.map(([variant, tone]) => (
        <State key={variant} name={variant} tone={tone}>
          <Button variant={variant}>Search</Button>
        </State>
      ))}
      {LOOKS.map(([variant, tone]) => (
        <State key={variant} name={`${variant}, under the pointer`} tone={tone} force="hover">
          <Button variant={variant}>Search</Button>
        </State>
      ))}
      {LOOKS.map(([variant, tone]) => (
        <State key={variant} name={`${variant}, focused`} tone={tone} force="focus-visible">
          <Button variant={variant}>Search</Button>
        </State>
      ))}
      {LOOKS.map(([variant, tone]) => (
        <State key={variant} name={`${variant}, off`} tone={tone}>
          <Button variant={variant} disabled>
            Search
          </Button>
        </State>
      ))}
      <State name="small">
        <Button size="small">
          <Icon name="mail" />
          Write to us
        </Button>
      </State>
      <State name="wide" wide>
        <Button wide>As wide as its container</Button>
      </State>
      <State name="round">
        <IconButton label="Close">
          <Icon name="close" />
        </IconButton>
      </State>
      <State name="round, focused" force="focus-visible">
        <IconButton label="Close">
          <Icon name="close" />
        </IconButton>
      </State>
      <State name="round, off">
        <IconButton label="Close" disabled>
          <Icon name="close" />
        </IconButton>
      </State>
    </Part>
  );
}

function Icons() {
  return (
    <Part name="Icons">
      <ul className={styles.icons}>
        {iconNames.map((name: IconName) => (
          <li key={name}>
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Fields() {
  const options = (
    <>
      <option>All types</option>
      <option>Villas</option>
    </>
  );
  return (
    <Part name="Fields">
      <State name="text, empty">
        <TextInput label="Reference" placeholder="Write the reference" />
      </State>
      <State name="text, filled">
        <TextInput label="Name" defaultValue="Ann Example" />
      </State>
      <State name="text, focused" force="focus-visible">
        <TextInput label="Name" defaultValue="Ann Example" />
      </State>
      <State name="text, wrong">
        <TextInput
          label="E-mail"
          defaultValue="ann@"
          aria-invalid="true"
          note="Please write a whole address."
        />
      </State>
      <State name="text, off">
        <TextInput label="Name" disabled />
      </State>
      <State name="select">
        <SelectInput label="Type">{options}</SelectInput>
      </State>
      <State name="select, focused" force="focus-visible">
        <SelectInput label="Type">{options}</SelectInput>
      </State>
      <State name="select, off">
        <SelectInput label="Type" disabled>
          {options}
        </SelectInput>
      </State>
      <State name="several lines">
        <TextArea label="Message" defaultValue="May we see the house on Saturday?" />
      </State>
    </Part>
  );
}

function Marks() {
  return (
    <Part name="Marks">
      <State name="badges" tone="sand">
        <Badges badges={badges} />
      </State>
      <State name="price">
        <Price price={{ text: "1.250.000 €" }} before="Before" />
      </State>
      <State name="price, per month">
        <Price price={{ text: "1.500 €", mode: "per month" }} before="Before" />
      </State>
      <State name="price, reduced">
        <Price price={{ text: "3.750.000 €", previous: "4.100.000 €" }} before="Before" />
      </State>
      <State name="price, on ask">
        <Price price={{ text: "Price On Ask" }} before="Before" />
      </State>
      <State name="heart" tone="linen">
        <FavoriteHeart id={1} title="Villa" />
      </State>
      <State name="heart, saved" tone="linen">
        <FavoriteHeart id={SAVED} title="Villa" />
      </State>
      <State name="save">
        <FavoriteButton id={1} look={{ variant: "line" }} />
      </State>
      <State name="save, saved">
        <FavoriteButton id={SAVED} look={{ variant: "line" }} />
      </State>
      <State name="energy" wide>
        <Energy
          energy={{ status: "", consumption: "B", consumptionValue: "64 kWh/m²", emissions: "A" }}
        />
      </State>
    </Part>
  );
}

function Cards() {
  return (
    <Part name="Cards">
      <State name="a grid of homes: exclusive, saved and reduced, to rent, withdrawn" wide>
        <CardGrid cards={cards} />
      </State>
    </Part>
  );
}

function Ways() {
  return (
    <Part name="Ways">
      <State name="breadcrumbs" wide>
        <Breadcrumbs
          steps={[
            { text: "Home", href: "/" },
            { text: "For sale", href: "/for-sale/" },
            { text: "Villas in Marbella" },
          ]}
        />
      </State>
      <State name="pager" wide>
        <Pager pager={pager} />
      </State>
      <State name="a row to swipe" wide>
        <Carousel label="Homes" previous="Previous" next="Next">
          {cards.map((card) => (
            <PropertyCard key={card.id} card={card} sizes="400px" />
          ))}
        </Carousel>
      </State>
    </Part>
  );
}

function Waiting() {
  return (
    <Part name="Waiting">
      <State name="skeleton" wide>
        <Skeleton className={styles.line} />
        <Skeleton className={styles.line} />
      </State>
      <State name="five bars" wide>
        <Spinner label="Loading" />
      </State>
    </Part>
  );
}

const TABS = [
  { id: "area", title: "The area", html: "<p>Pines, and the sea between them.</p>" },
  { id: "schools", title: "Schools", html: "<p>Three within ten minutes.</p>" },
];

function Blocks() {
  return (
    <Part name="Blocks">
      {(["paper", "linen", "sand", "bark"] as const).map((tone) => (
        <State key={tone} name={`band, ${tone}`} wide>
          <Band
            tone={tone}
            title="A block of a page"
            text="One sentence that says what it holds."
          />
        </State>
      ))}
      <State name="tabs" wide>
        <Tab section={{ kind: "tab", title: "Around the house", tabs: TABS }} />
      </State>
      <State name="picture">
        <Picture picture={picture} sizes="600px" />
      </State>
    </Part>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<"box" | "drawer" | "screen">();
  return (
    <Part name="Dialogs">
      {(["box", "drawer", "screen"] as const).map((kind) => (
        <State key={kind} name={kind}>
          <Button variant="line" onClick={() => setOpen(kind)}>
            Open the {kind}
          </Button>
          <Dialog
            kind={kind}
            label={`A ${kind}`}
            open={open === kind}
            onClose={() => setOpen(undefined)}
          >
            <div style={{ padding: "var(--space-5)" }}>
              <p>Escape closes it, and the focus goes back.</p>
              <Button onClick={() => setOpen(undefined)}>Close</Button>
            </div>
          </Dialog>
        </State>
      ))}
    </Part>
  );
}

/** The duration of the toast in ms: a day, so that it stays for the picture. */
const TOAST_DURATION = 86_400_000;

function Overlays() {
  const notice = { title: "Open house", text: "On Saturday, from 11 to 14.", since: 1 };
  const chat = { script: "about:blank", api: "Nobody" };
  return (
    <Part name="Overlays">
      <State name="toast" wide>
        <div className={styles.stage}>
          <ToastRegion />
          <Button variant="line" onClick={() => showToast("The link is copied.", TOAST_DURATION)}>
            Say something
          </Button>
        </div>
      </State>
      <State name="question about cookies" wide>
        <div className={styles.stage}>
          <CookieBanner />
        </div>
      </State>
      <State name="info popup" wide>
        <div className={styles.stage}>
          <InfoPopup notice={{ ...notice, link: { href: "/", text: "See the home" } }} />
        </div>
      </State>
      <State name="chat" wide>
        <div className={styles.stage}>
          <ChatButton
            service={chat}
            link="/"
            collapsed={false}
            onLead={() => {}}
            onFailure={() => {}}
          />
        </div>
      </State>
    </Part>
  );
}
