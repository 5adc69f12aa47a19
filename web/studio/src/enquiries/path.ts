/** The address of the screen of an enquiry. */
export const enquiryPath = (label: string): string =>
  `/studio/enquiries/${encodeURIComponent(label)}/`;
