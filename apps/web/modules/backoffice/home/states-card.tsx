import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { Resource } from '@voltloop/resource-kit';
import { Card, languageOf, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './home-page.module.css';
import type { Home, HomeView } from './queries.ts';

/** Colours that a bar takes in turn; the words beside it say the same. */
const COLORS = 8;

/** How many rows of each entity are in which state, as bars with their words; batteries have a card of their own. */
export function StatesCard({ view }: { view: HomeView }) {
  const { t } = useTranslation('backofficeHome');
  const shown = view.home.counts.filter(
    ({ resource, by, total }) => resource !== 'battery' && by && total > 0,
  );
  if (shown.length === 0) return null;
  return (
    <Card title={t('states.title')}>
      <div className={styles.bars}>
        {shown.map((count) => (
          <Bar key={count.resource} count={count} resource={view.resources.get(count.resource)} />
        ))}
      </div>
    </Card>
  );
}

function Bar({ count, resource }: { count: Home['counts'][number]; resource: Resource | undefined }) {
  const { t } = useTranslation('backofficeHome');
  const format = useFormat();
  const language = languageOf(format.language);
  const field = count.by && resource?.fields[count.by.field];
  if (!resource || !count.by || field?.kind !== 'option') return null;
  const parts = count.by.parts.map(({ value, count: rows }, place) => ({
    value,
    rows,
    color: `var(--vl-chart-${(place % COLORS) + 1})`,
    label: value === null ? t('states.none') : optionLabel(field.list, value, language),
  }));
  return (
    <section aria-label={resource.many[language]}>
      <h3 className={styles.barTitle}>{resource.many[language]}</h3>
      <div className={styles.track} aria-hidden="true">
        {parts.map(({ label, rows, color }) => (
          <span key={label} style={{ flexGrow: rows, background: color }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {parts.map(({ value, label, rows, color }) => (
          <li key={label}>
            <Link
              to={`/backoffice/${resource.name}?f.${count.by?.field}${value === null ? '.is=empty' : `=${value}`}`}
              className={styles.key}
            >
              <span className={styles.dot} style={{ background: color }} aria-hidden="true" />
              {label}
              <span className={styles.share}>{format.number(rows)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
