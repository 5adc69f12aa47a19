import common from "../../../locales/es/common.json";
import consent from "../../../locales/es/consent.json";
import favorites from "../../../locales/es/favorites.json";
import menu from "../../../locales/es/menu.json";
import offline from "../../../locales/es/offline.json";
import toast from "../../../locales/es/toast.json";
import type { Dictionary } from "./en.ts";

/** The same words in Spanish; the type tells when one is missing. */
const words: Dictionary = { common, consent, favorites, menu, offline, toast };

export default words;
