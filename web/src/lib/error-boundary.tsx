import { Component, type ReactNode } from "react";

export type ErrorBoundaryProps = {
  /** Renders what stands in place of the children; retry renders them again. */
  fallback: (retry: () => void) => ReactNode;
  /** Called before the children are rendered again. */
  onRetry?: () => void;
  children: ReactNode;
};

/** Shows the fallback when a child throws while it renders, or its chunk fails to load. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => {
      this.props.onRetry?.();
      this.setState({ failed: false });
    });
  }
}
