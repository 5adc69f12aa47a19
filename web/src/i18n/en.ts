import common from "../../../locales/en/common.json";
import consent from "../../../locales/en/consent.json";
import enquiry from "../../../locales/en/enquiry.json";
import favorites from "../../../locales/en/favorites.json";
import gallery from "../../../locales/en/gallery.json";
import menu from "../../../locales/en/menu.json";
import offline from "../../../locales/en/offline.json";
import property from "../../../locales/en/property.json";
import sections from "../../../locales/en/sections.json";
import toast from "../../../locales/en/toast.json";
import ui from "../../../locales/en/ui.json";

/** The namespaces that components use. Only Go uses the others of locales/en. */
const translations = {
  common,
  consent,
  enquiry,
  favorites,
  gallery,
  menu,
  offline,
  property,
  sections,
  toast,
  ui,
};

export default translations;
export type Dictionary = typeof translations;
