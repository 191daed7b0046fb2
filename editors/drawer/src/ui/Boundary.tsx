import { Component, type ReactNode } from "react";

/** Shows its children, or, if they cannot be shown because of a fault, says so and offers another attempt. */
export class Boundary extends Component<{ children: ReactNode; onRetry: () => void }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="view" role="alert">
        <p>This cannot be shown, because the drawer has a fault. What you wrote is kept as a draft.</p>
        <button type="button" onClick={this.props.onRetry}>
          Try again
        </button>
      </div>
    );
  }
}
