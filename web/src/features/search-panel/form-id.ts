/** The id of the header's search form: what stands elsewhere on the page may belong to it. */
export const SEARCH_FORM = "search-form";
