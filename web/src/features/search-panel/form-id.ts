/** The id of the header's search form, for controls outside the form. */
export const SEARCH_FORM = "search-form";
