import { usePending } from "../features/navigation/navigation.ts";
import { Skeleton } from "../ui/skeleton/skeleton.tsx";
import styles from "./page-header.module.css";

/** HeaderSkeleton are skeletons in the place of a header's words while the next page is on its way. */
export function HeaderSkeleton() {
  if (!usePending()) return null;
  return (
    <div className={styles.waiting}>
      <Skeleton />
      <Skeleton />
    </div>
  );
}
