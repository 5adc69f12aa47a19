import type { Image } from "../generated/image.ts";
import { DocumentField } from "../pictures/document-field.tsx";
import { Pictures } from "../pictures/pictures.tsx";
import { useLang } from "../words/words.ts";
import { type ControlProps, fieldId } from "./control-props.ts";
import { useForm, useOf, useProblem, useValue } from "./form-store.ts";
import styles from "./property.module.css";

const NONE: readonly Image[] = [];

const COVER = "featured_image";

/** ImagesControl is a list of pictures. The gallery has the cover too. */
export function ImagesControl({ path, label, readOnly }: ControlProps) {
  const form = useForm();
  const value = (useValue(path) ?? NONE) as readonly Image[];
  const cover = useValue(COVER) as Image | null;
  const id = useOf("id", (store) => Number(store.stored("id")));
  const type = useOf("type", (store) => String(store.stored("type")));
  const titles = { en: String(useValue("title.en") ?? ""), es: String(useValue("title.es") ?? "") };
  const problem = useProblem(path);
  const isGallery = path === "gallery";
  return (
    <section id={fieldId(path)} tabIndex={-1} aria-label={label}>
      <p>{label}</p>
      {problem ? <p className={styles.wrong}>{problem}</p> : null}
      <Pictures
        entity={{ type, id }}
        value={value}
        change={(update) => form.change(path, update((form.value(path) ?? NONE) as Image[]))}
        titles={titles}
        cover={isGallery ? cover : undefined}
        onCover={isGallery ? (image) => form.change(COVER, image) : undefined}
        readOnly={readOnly}
      />
    </section>
  );
}

/** FileControl is the address of a document or a film. */
export function FileControl({ field, path, label, readOnly }: ControlProps) {
  const form = useForm();
  const lang = useLang();
  const value = useValue(path);
  const problem = useProblem(path);
  return (
    <div id={fieldId(path)} tabIndex={-1} className={problem ? styles.wrong : undefined}>
      <DocumentField
        label={label}
        kind={field.control === "film" ? "film" : "document"}
        value={String(value ?? "")}
        note={problem || field.help?.[lang]}
        invalid={Boolean(problem)}
        readOnly={readOnly}
        onChange={(address) => form.change(path, address)}
      />
    </div>
  );
}
