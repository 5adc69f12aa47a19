import { Component, type ReactNode } from "react";
import { SectionError } from "./section-error.tsx";

export type SectionErrorBoundaryProps = { children: ReactNode };

/** Shows SectionError when a section throws while it renders. */
export class SectionErrorBoundary extends Component<
  SectionErrorBoundaryProps,
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <SectionError retry={() => this.setState({ failed: false })} />;
  }
}
