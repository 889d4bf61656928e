import { Badge } from '@mantine/core';
import styles from './sites.module.css';

/** The tags of a site, in the site's order. */
export function SiteTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <Badge key={tag} variant="default" size="sm" fw={500} tt="none">
          {tag}
        </Badge>
      ))}
    </span>
  );
}
