import { CallTime } from "./call-time.tsx";
import type { ContactFields } from "./enquiry-form.tsx";
import { HomeFields } from "./home-fields.tsx";
import { ViewingFields } from "./viewing-fields.tsx";

/** The fields of the forms of a contact section; the form of a home does not load them. */
export const contactFields: ContactFields = { ViewingFields, HomeFields, CallTime };
