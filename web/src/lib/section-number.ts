import { createContext, useContext } from "react";

/** The position of a section in its page, from 1. */
export const SectionNumberContext = createContext(1);

export const useSectionNumber = (): number => useContext(SectionNumberContext);
