import { useQuery } from '@tanstack/react-query';
import { attributeOf } from '@voltloop/domain/passport/index.ts';
import { shownValue } from '@voltloop/domain/passport/words.ts';
import { Card, EmptyState, languageOf, NO_VALUE, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { QueryPlaceholder } from '../../parts/query-state.tsx';
import type { Row } from '../resources/index.ts';
import styles from './passport.module.css';
import { enteredValues, type ValuesOwner } from './queries.ts';

export const PassportVersions = ({ row }: { row: Row }) => <Versions owner="passport" id={row.id} />;
export const ModelVersions = ({ row }: { row: Row }) => <Versions owner="passportModel" id={row.id} />;

const columns = ['attribute', 'value', 'source', 'day', 'by', 'time'] as const;

/** Every version of the entered values, newest first. */
function Versions({ owner, id }: { owner: ValuesOwner; id: string }) {
  const { t } = useTranslation('passport');
  const { language, date } = useFormat();
  const of = languageOf(language);
  const found = useQuery(enteredValues(owner, id));
  if (!found.data) return <QueryPlaceholder of={found} rows={6} compact={false} />;
  const { history } = found.data;
  if (history.length === 0)
    return (
      <Card>
        <EmptyState compact title={t('versions.none')} />
      </Card>
    );
  return (
    <Card>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable */}
      <section className={styles.scroll} aria-label={t('versions.title')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {t(`versions.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {history.map(({ code, value, source, day, by, at }) => {
              const attribute = attributeOf(code);
              return (
                <tr key={`${code} ${at}`}>
                  <th scope="row">{attribute?.name[of] ?? code}</th>
                  <td className={styles.long}>
                    {value === null
                      ? t('versions.removed')
                      : attribute
                        ? shownValue(attribute, value, of)
                        : value}
                  </td>
                  <td>{source ?? NO_VALUE}</td>
                  <td className={styles.short}>{day}</td>
                  <td>{by ?? NO_VALUE}</td>
                  <td className={styles.short}>{date(at, 'dateTime')}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </Card>
  );
}
