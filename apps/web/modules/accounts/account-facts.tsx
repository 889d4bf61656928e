import type { ReactNode } from 'react';
import styles from '../../parts/dialogs.module.css';

/** Read-only facts of an account, above the form that edits the rest. */
export function AccountFacts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
