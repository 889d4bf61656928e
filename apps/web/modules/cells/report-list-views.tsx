import { IconFileUpload, IconReplace } from '@tabler/icons-react';
import { rightOf } from '@voltloop/resource-kit/rights.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { useTranslation } from 'react-i18next';
import { NO_VALUE, StatusBadge } from '../../ui/index.ts';
import { type CellProps, type ListViews, newLink, type Row, traceAction } from '../resources/index.ts';
import { IMPORT_PATH } from './paths.ts';
import { printAction } from './print/print-action.tsx';

const insert = rightOf(registry.testReport as { menu: number }, 'insert');

/** The grade; rejects are highlighted. */
function GradeCell({ row }: CellProps) {
  const { t } = useTranslation('testing');
  if (!row.grade) return NO_VALUE;
  return row.grade === 'X' ? <StatusBadge tone="danger">{t('rejected')}</StatusBadge> : String(row.grade);
}

/** Why a battery was rejected. */
function RejectsCell({ row }: CellProps) {
  const { t } = useTranslation('testing');
  if (!row.rejects) return NO_VALUE;
  return String(row.rejects)
    .split(',')
    .map((reason) => t(`reject.${reason}`))
    .join(t('comma'));
}

/** Initial values of a correction. */
const copied = (row: Row | undefined) =>
  Object.fromEntries(
    ['batteryId', 'testDay', 'method', 'operator', 'ambientC', 'ratedCapacityAh', 'capacityAh'].map(
      (name) => [name, row?.[name]],
    ),
  );

/** A signed test report can be corrected. */
export const listViews: ListViews = {
  cells: { grade: GradeCell, rejects: RejectsCell },
  actions: [
    traceAction('testReport', ({ status }) => status !== 'draft'),
    {
      id: 'importCurves',
      label: { en: 'Import cycler files', zh: '导入充放电文件' },
      Icon: IconFileUpload,
      right: insert,
      at: ['list'],
      to: () => IMPORT_PATH,
    },
    {
      id: 'correct',
      label: { en: 'Correct by a new report', zh: '出具更正报告' },
      Icon: IconReplace,
      right: insert,
      at: ['row'],
      when: ({ status }) => status === 'signed',
      to: ([row]) => newLink('testReport', { ...copied(row), replacesId: row?.id }),
    },
    printAction,
  ],
};
