import { useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { fieldOf, type Resource } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { Card, formatDecimal, NO_VALUE, useFormat } from '../../ui/index.ts';
import { StageSteps } from '../../ui/stage-steps.tsx';
import { isByMass, isUnweighed } from '../../ui/text/by-mass.ts';
import { FindingText, localized, type Row, rowPath, Value } from '../resources/index.ts';
import { documentCourse, documentLines } from './queries.ts';
import { nextStepFrom, stagesOf } from './stages.ts';
import styles from './summary.module.css';
import { isSettled, namesOfTotals } from './totals.ts';

const UNIT = 'kg';

/** The summary of a document: its stages and who completed them, its main facts, its totals. */
export function DocumentSummary({ row, resource }: { row: Row; resource: Resource }) {
  const { t } = useTranslation('documents');
  const { language, number, date } = useFormat();
  const of = languageOf(language);
  const { data: course } = useQuery(documentCourse(resource.name, row.id, row.version));
  // The lines change before the header is refetched.
  const { data: lines } = useQuery(documentLines(resource.name, row.id));
  const status = String(row.status);
  const totals = isSettled(status) || !lines ? row : lines;
  const pieces = Number(totals.pieces ?? 0);
  const kg = String(totals.kg ?? '0');
  if (!resource.life) return null;
  const names = namesOfTotals(resource.name, status);
  const stages = stagesOf(resource.life, status, course?.events ?? []).map(
    ({ status: each, state, event }) => ({
      id: each,
      label: optionLabel('documentStatus', each, of),
      state,
      note: event && (
        <>
          {event.by ?? t('summary.system')} · <time>{date(event.time, 'dateTime')}</time>
          {event.reason && <span className={styles.reason}>{event.reason}</span>}
        </>
      ),
    }),
  );
  const facts = resource.list.columns.filter(
    (name) => !shownAbove.has(name) && row[name] !== null && row[name] !== undefined && row[name] !== '',
  );
  return (
    <Card className={styles.summary ?? ''}>
      <div className={styles.row}>
        <StageSteps label={t('summary.stages')} stages={stages} />
        <dl className={styles.totals}>
          {!isByMass(pieces, kg) && (
            <div>
              <dt>{t(`summary.${names.pieces}`)}</dt>
              <dd>{number(pieces)}</dd>
            </div>
          )}
          <div>
            <dt>{t(`summary.${names.kg}`)}</dt>
            <dd>
              {isUnweighed(pieces, kg) ? NO_VALUE : formatDecimal(kg, 0, language)} <small>{UNIT}</small>
            </dd>
          </div>
        </dl>
      </div>
      {course && (
        <p className={styles.links}>
          {course.voids && (
            <Other
              words={t('summary.voids')}
              kind={resource.name}
              other={course.voids}
              unnamed={t('noNumber')}
            />
          )}
          {course.voidedBy && (
            <Other
              words={t('summary.voidedBy')}
              kind={resource.name}
              other={course.voidedBy}
              unnamed={t('noNumber')}
            />
          )}
          {status === 'submitted' && course.own && <span>{t('summary.waits')}</span>}
        </p>
      )}
      {course && course.confirmed.length > 0 && (
        <section className={styles.confirmed} aria-label={t('summary.confirmed')}>
          <h2>{t('summary.confirmed')}</h2>
          <ul>
            {course.confirmed.map(({ path, key, by, time, reason }) => (
              <li key={`${path} ${key}`}>
                <FindingText finding={{ key, message: key }} />
                <span>
                  {by ?? t('summary.system')} · {date(time, 'dateTime')}
                </span>
                {reason && <span className={styles.reason}>{reason}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((name) => {
            const field = fieldOf(resource, name);
            return (
              field && (
                <div key={name}>
                  <dt>{localized(field.label, language)}</dt>
                  <dd>
                    <Value row={row} name={name} field={field} at="detail" resource={resource} />
                  </dd>
                </div>
              )
            );
          })}
        </dl>
      )}
    </Card>
  );
}

/** Columns of the list that the header and the totals show already. */
const shownAbove: ReadonlySet<string> = new Set(['no', 'status', 'pieces', 'kg']);

interface OtherProps {
  words: string;
  kind: string;
  other: { id: string; no: string | null };
  unnamed: string;
}

function Other({ words, kind, other, unnamed }: OtherProps) {
  return (
    <span>
      {words} <Link to={rowPath(kind, other.id)}>{other.no ?? unnamed}</Link>
    </span>
  );
}

/** The next step of a document; none where another person must take it. */
export function useNextStep(row: Row, resource: Resource): string | null {
  const { data: course } = useQuery(documentCourse(resource.name, row.id, row.version));
  const name = resource.life ? nextStepFrom(resource.life, String(row.status)) : null;
  return name === 'approve' && course?.own !== false ? null : name;
}
