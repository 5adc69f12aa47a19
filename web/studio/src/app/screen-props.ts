/** What a screen gets: the last segment of the address of its kind, such as the label of an enquiry. */
export type ScreenProps = { parameter: string };
