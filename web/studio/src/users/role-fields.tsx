import { SelectInput } from "../../../src/ui/field/field.tsx";
import type { Choice, Role } from "../generated/api.ts";
import { useWords } from "../words/words.ts";
import { userWords } from "./words.ts";

const ROLES: Role[] = ["agent", "editor", "owner"];

export type RoleFieldsProps = {
  authors: Choice[];
  role: Role;
  author: number;
  onRole: (role: Role) => void;
  onAuthor: (author: number) => void;
};

/** RoleFields are what a user may do, and whose properties are theirs. */
export function RoleFields({ authors, role, author, onRole, onAuthor }: RoleFieldsProps) {
  const t = useWords(userWords);
  return (
    <>
      <SelectInput
        label={t.roleLabel}
        note={t.roleHelp[role]}
        value={role}
        onChange={(event) => onRole(event.target.value as Role)}
      >
        {ROLES.map((value) => (
          <option key={value} value={value}>
            {t.role[value]}
          </option>
        ))}
      </SelectInput>
      {authors.length > 0 ? (
        <SelectInput
          label={t.author}
          note={role === "agent" ? t.authorHelp : undefined}
          value={author}
          onChange={(event) => onAuthor(Number(event.target.value))}
        >
          <option value={0}>{t.noAuthor}</option>
          {authors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectInput>
      ) : null}
    </>
  );
}
