import { Component, type ReactNode } from "react";
import { SectionFailure } from "./section-failure.tsx";

/** Shows a retry in the place of a section that broke while drawing. */
export class SectionGuard extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return <SectionFailure retry={() => this.setState({ broken: false })} />;
  }
}
