import common from "../../../locales/es/common.json";
import consent from "../../../locales/es/consent.json";
import enquiry from "../../../locales/es/enquiry.json";
import favorites from "../../../locales/es/favorites.json";
import gallery from "../../../locales/es/gallery.json";
import menu from "../../../locales/es/menu.json";
import offline from "../../../locales/es/offline.json";
import property from "../../../locales/es/property.json";
import sections from "../../../locales/es/sections.json";
import toast from "../../../locales/es/toast.json";
import ui from "../../../locales/es/ui.json";
import type { Dictionary } from "./en.ts";

/** The Spanish translations; the type reports a missing one. */
const translations: Dictionary = {
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
