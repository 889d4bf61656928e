import { useQuery } from '@tanstack/react-query';
import type { EnteredValues } from '@voltloop/contract/calls/passports.ts';
import { attributeOf } from '@voltloop/domain/passport/index.ts';
import { shownValue } from '@voltloop/domain/passport/words.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { type FactsColumn, FactsTable } from '../../ui/facts/facts-table.tsx';
import { Card, EmptyState, NO_VALUE, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import type { Row } from '../resources/index.ts';
import { enteredValues, type ValuesOwner } from './queries.ts';

export const PassportVersions = ({ row }: { row: Row }) => <Versions owner="passport" id={row.id} />;
export const ModelVersions = ({ row }: { row: Row }) => <Versions owner="passportModel" id={row.id} />;

type Version = EnteredValues['history'][number];

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
  const shownOf = ({ code, value }: Version) => {
    const attribute = attributeOf(code);
    if (value === null) return t('versions.removed');
    return attribute ? shownValue(attribute, value, of) : value;
  };
  const columns: FactsColumn<Version>[] = [
    {
      id: 'attribute',
      header: t('versions.attribute'),
      name: true,
      wide: true,
      cell: ({ code }) => attributeOf(code)?.name[of] ?? code,
    },
    { id: 'value', header: t('versions.value'), wide: true, cell: shownOf },
    { id: 'source', header: t('versions.source'), wide: true, cell: ({ source }) => source ?? NO_VALUE },
    { id: 'day', header: t('versions.day'), cell: ({ day }) => day },
    { id: 'by', header: t('versions.by'), cell: ({ by }) => by ?? NO_VALUE },
    { id: 'time', header: t('versions.time'), cell: ({ at }) => date(at, 'dateTime') },
  ];
  return (
    <Card>
      <FactsTable
        label={t('versions.title')}
        columns={columns}
        rows={history}
        keyOf={({ code, at }) => `${code} ${at}`}
      />
    </Card>
  );
}
