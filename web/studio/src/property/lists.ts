import { createContext, useContext } from "react";
import type { FormListOption, FormLists } from "../generated/api.ts";

export type Lists = FormLists["lists"];

const Context = createContext<Lists>({});
export const ListsProvider = Context.Provider;

export const useLists = (): Lists => useContext(Context);

const NO_OPTIONS: FormListOption[] = [];
export const useList = (key: string): FormListOption[] => useLists()[key] ?? NO_OPTIONS;
