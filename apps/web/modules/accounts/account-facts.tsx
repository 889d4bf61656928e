import type { ReactNode } from 'react';
import styles from '../../parts/dialogs.module.css';

/** What is known of an account and not changed here, above the form that changes the rest. */
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
