import { Component, type ReactNode } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { common } from "../words/common.ts";
import { currentLang } from "../words/words.ts";
import styles from "./app.module.css";

type BoundaryProps = { children: ReactNode };

/** Boundary shows a way out when a screen fails, for example when its chunk belongs to an older build. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const t = common[currentLang()];
    return (
      <main className={styles.failure}>
        <p role="alert">{t.failed}</p>
        <Button variant="line" onClick={() => location.reload()}>
          {t.again}
        </Button>
      </main>
    );
  }
}
