import { usePending } from "../features/navigation/navigation.ts";
import { Skeleton } from "../ui/skeleton/skeleton.tsx";
import styles from "./page-header.module.css";

/** HeaderSkeleton replaces the header's text while the next page loads. */
export function HeaderSkeleton() {
  if (!usePending()) return null;
  return (
    <div className={styles.waiting}>
      <Skeleton />
      <Skeleton />
    </div>
  );
}
