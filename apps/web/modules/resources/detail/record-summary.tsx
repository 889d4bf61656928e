import { useQueries } from '@tanstack/react-query';
import { fieldOf, type Related, type Resource, rightOf, toneOfDay } from '@voltloop/resource-kit';
import { chinaDays } from '@voltloop/resources/days.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card, useFormat } from '../../../ui/index.ts';
import { localized } from '../fields.ts';
import { inSentence } from '../in-sentence.ts';
import type { LoadedPage } from '../loaded.ts';
import { relatedCount } from '../queries.ts';
import type { Rights } from '../use-rights.ts';
import type { Row } from '../views.ts';
import { relatedId } from './related-panel.tsx';
import styles from './summary.module.css';
import { SummaryFacts } from './summary-facts.tsx';

interface RecordSummaryProps {
  loaded: LoadedPage;
  row: Row;
  may: Rights;
  /** Label of the button for the next step. */
  next: string | null;
}

/** Summary of a row: main facts, related rows, and what to do next. */
export function RecordSummary({ loaded, row, may, next }: RecordSummaryProps) {
  const { t, i18n } = useTranslation('backoffice');
  const { resource, views } = loaded;
  const names = (resource.summary ?? resource.list.columns).filter(
    (name) => name !== resource.title && name !== resource.life?.field && name in resource.fields,
  );
  const due = dueOf(resource, row);
  const dueLabel = due && fieldOf(resource, due.name)?.label;
  const todo = dueLabel ? t('summary.renew', { what: localized(dueLabel, i18n.language) }) : next;
  return (
    <Card className={styles.summary ?? ''}>
      <div className={styles.parts}>
        {views.Glance && (
          <Suspense>
            <views.Glance row={row} />
          </Suspense>
        )}
        <SummaryFacts row={row} resource={resource} cells={views.cells} names={names} />
        <Belongings resource={resource} row={row} may={may} />
        {todo && (
          <p className={styles.next} data-due={due?.tone}>
            <span>{t('summary.next')}</span> {todo}
          </p>
        )}
      </div>
    </Card>
  );
}

/** The first date field that expires soon or has expired. */
function dueOf(resource: Resource, row: Row): { name: string; tone: 'warning' | 'danger' } | null {
  const day = chinaDays(new Date());
  for (const [name, { kind }] of Object.entries(resource.fields)) {
    const tone = kind === 'date' ? toneOfDay(resource, row, name, day) : undefined;
    if (tone) return { name, tone };
  }
  return null;
}

/** Numbers of related rows, each with a link; zero counts are omitted. */
function Belongings({ resource, row, may }: { resource: Resource; row: Row; may: Rights }) {
  const { t, i18n } = useTranslation('backoffice');
  const { number } = useFormat();
  const related = (resource.related ?? []).filter(({ resource: name }) => {
    const entry = registry[name];
    return entry && may.has(rightOf(entry));
  });
  const found = useQueries({ queries: related.map((each) => relatedCount(each, row.id)) });
  const words = ({ resource: name, title }: Related, count: number) => {
    const entry = registry[name];
    return inSentence(
      localized(title ?? (count === 1 ? entry?.one : entry?.many) ?? { en: name, zh: name }, i18n.language),
    );
  };
  const some = related.flatMap((each, n) => {
    const count = found[n]?.data ?? 0;
    return count > 0 ? [{ each, count }] : [];
  });
  if (some.length === 0) return null;
  return (
    <ul className={styles.belongings} aria-label={t('summary.belongs')}>
      {some.map(({ each, count }) => {
        // The number is bold, wherever the translation puts it.
        const [before, after] = t('summary.related', { n: '\n', what: words(each, count) }).split('\n');
        return (
          <li key={relatedId(each)}>
            <Link to={`?tab=${relatedId(each)}`} replace preventScrollReset>
              {before}
              <strong>{number(count)}</strong>
              {after}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
