import type { Tiles } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button/button.tsx";
import { type Frame, tilesOf } from "./projection.ts";
import styles from "./results-map.module.css";

export type TileLayerProps = { tiles: Tiles; frame: Frame };

/** TileLayer shows the tiles of the map service that the agency configures. */
export function TileLayer({ tiles, frame }: TileLayerProps) {
  return (
    <div className={styles.streets} aria-hidden="true">
      {tilesOf(frame).map(({ x, y, z, left, top, size }) => (
        <img
          key={`${z}/${x}/${y}`}
          className={styles.tile}
          src={tiles.url.replace("{z}", `${z}`).replace("{x}", `${x}`).replace("{y}", `${y}`)}
          alt=""
          draggable={false}
          style={{
            insetInlineStart: left,
            insetBlockStart: top,
            inlineSize: size,
            blockSize: size,
          }}
        />
      ))}
    </div>
  );
}

export type TileLayerBarProps = {
  tiles: Tiles;
  shown: boolean;
  onShow: (shown: boolean) => void;
};

/** TileLayerBar is the switch of the tiles, with the host before and the credit after loading. */
export function TileLayerBar({ tiles, shown, onShow }: TileLayerBarProps) {
  const t = useT();
  const { href, text } = tiles.credit;
  return (
    <p className={styles.streetsBar}>
      <Button variant="line" size="small" onClick={() => onShow(!shown)}>
        {t(shown ? "sections.map.noStreets" : "sections.map.streets")}
      </Button>
      {shown ? (
        <span>{href ? <a href={href}>{text}</a> : text}</span>
      ) : (
        <span>{t("sections.map.streetsFrom", { host: tiles.host })}</span>
      )}
    </p>
  );
}
