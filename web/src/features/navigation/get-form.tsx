import type { ComponentProps, SubmitEvent } from "react";
import { formLink } from "./form-link.ts";
import { useNavigation } from "./navigation.ts";

export type GetFormProps = Omit<ComponentProps<"form">, "action" | "method" | "onSubmit"> & {
  /** The link of the results; the fields become its query. */
  action: string;
  /** Runs before the form navigates; preventDefault cancels the navigation. */
  onSubmit?: ((event: SubmitEvent<HTMLFormElement>) => void) | undefined;
  /** Where the page scrolls after the navigation; the top by default. */
  scroll?: "results" | undefined;
};

/** A GET form that navigates without a page load; without scripts the browser submits it. */
export function GetForm({ action, onSubmit, scroll, children, ...rest }: GetFormProps) {
  const { navigate, onLinkClick } = useNavigation();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const link = formLink(event.currentTarget, action, event.nativeEvent.submitter);
    navigate(link, { scroll: scroll ?? true });
    onLinkClick();
  };
  return (
    <form {...rest} action={action} method="get" onSubmit={submit}>
      {children}
    </form>
  );
}
