import common from "../../../locales/en/common.json";
import consent from "../../../locales/en/consent.json";
import favorites from "../../../locales/en/favorites.json";
import menu from "../../../locales/en/menu.json";
import offline from "../../../locales/en/offline.json";
import toast from "../../../locales/en/toast.json";

/** The namespaces that components use. The others of locales/en are Go's alone. */
const words = { common, consent, favorites, menu, offline, toast };

export default words;
export type Dictionary = typeof words;
