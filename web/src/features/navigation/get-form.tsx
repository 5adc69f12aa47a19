import type { ComponentProps, SubmitEvent } from "react";
import { formLink } from "./form-link.ts";
import { useNavigation } from "./navigation.ts";

export type GetFormProps = Omit<ComponentProps<"form">, "action" | "method" | "onSubmit"> & {
  /** The link that answers; the fields become its query. */
  action: string;
  /** Called before the form navigates. */
  onSubmit?: ((event: SubmitEvent<HTMLFormElement>) => void) | undefined;
  /** Scrolls smoothly to this height afterwards. */
  scrollTo?: number | undefined;
};

/** A plain GET form. Without a script the browser sends it; with one it changes the view. */
export function GetForm({ action, onSubmit, scrollTo, children, ...rest }: GetFormProps) {
  const { navigate, clicked } = useNavigation();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const link = formLink(event.currentTarget, action, event.nativeEvent.submitter);
    navigate(link, { scroll: scrollTo ?? true });
    clicked();
  };
  return (
    <form {...rest} action={action} method="get" onSubmit={submit}>
      {children}
    </form>
  );
}
