import { Button, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { WaitingDocument } from '@voltloop/contract/calls/approvals.ts';
import { type OptionListName, optionLabel, optionLists } from '@voltloop/domain/options/index.ts';
import { documentRights } from '@voltloop/resource-kit/rights.ts';
import { names, type ResourceName } from '@voltloop/resources/names.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { hasRight, useWho } from '../../context/rights.ts';
import {
  Card,
  EmptyState,
  NO_VALUE,
  NoPermission,
  PageHeader,
  RelativeTime,
  useFormat,
} from '../../ui/index.ts';
import { queryProps } from '../../ui/list/table-props.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { localized, rowPath, StepDialog } from '../resources/index.ts';
import styles from './approvals.module.css';
import { waitingDocuments } from './queries.ts';

const NO_ROWS: readonly WaitingDocument[] = [];

/** Documents of others that wait for the account's approval, with their steps Approve and Return. */
export default function ApprovalsPage() {
  const { t } = useTranslation('approvals');
  const found = useQuery(waitingDocuments);
  const [confirming, setConfirming] = useState<{
    document: WaitingDocument;
    step: 'approve' | 'return';
  } | null>(null);
  const who = useWho();
  const mayOpen = useMayOpen();
  const mayTake = ({ kind }: WaitingDocument, step: 'approve' | 'return') =>
    hasRight(who, names[kind as keyof typeof names].menu + documentRights[step]);
  const buttons = (document: WaitingDocument, active: boolean) => (
    <Group gap="xs" wrap="nowrap">
      {(['approve', 'return'] as const)
        .filter((step) => mayTake(document, step))
        .map((step) => (
          <Button
            key={step}
            size="compact-sm"
            variant={step === 'approve' ? 'filled' : 'default'}
            tabIndex={active ? 0 : -1}
            aria-label={t(`of.${step}`, { no: document.no })}
            onClick={(event) => {
              event.stopPropagation();
              setConfirming({ document, step });
            }}
          >
            {t(`step.${step}`)}
          </Button>
        ))}
    </Group>
  );
  const columns = useColumns(buttons);
  if (isRefused(found.error)) return <NoPermission />;
  const total = found.data?.total ?? 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={found.data ? t('count', { count: total }) : t('description')}
      />
      <Card padding="flush">
        <DataTable<WaitingDocument>
          label={t('title')}
          columns={columns}
          rows={found.data?.list ?? NO_ROWS}
          keyOf={({ id }) => id}
          hrefOf={({ kind, id }) => {
            const path = rowPath(kind, id);
            return mayOpen(path) ? path : undefined;
          }}
          {...queryProps(found)}
          rowHeight={56}
          card={(document, { active }) => (
            <WaitingCard document={document}>{buttons(document, active)}</WaitingCard>
          )}
          cardHeight={144}
          empty={
            <EmptyState
              icon={<IconCircleCheck size={22} stroke={1.6} />}
              title={t('none')}
              text={t('noneText')}
            />
          }
        />
      </Card>
      {confirming && (
        <StepDialog
          resource={confirming.document.kind}
          step={confirming.step}
          id={confirming.document.id}
          title={confirming.document.no ?? ''}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  );
}

/** The kind of the document: its preset, otherwise its kind. */
function whatOf({ kind, preset }: WaitingDocument, language: string): string {
  const list = `${kind}Kind`;
  if (preset && Object.hasOwn(optionLists, list))
    return optionLabel(list as OptionListName, preset, languageOf(language));
  const words = (names as Readonly<Record<string, ResourceName>>)[kind]?.one;
  return words ? localized(words, language) : kind;
}

function useAmount() {
  const { t } = useTranslation('approvals');
  const { number } = useFormat();
  return ({ pieces, kg }: WaitingDocument) =>
    t('amount', { pieces: number(pieces), kg: number(Number(kg), Number.isInteger(Number(kg)) ? 0 : 1) });
}

function WaitingCard({ document, children }: { document: WaitingDocument; children: ReactNode }) {
  const { language } = useFormat();
  const amount = useAmount();
  return (
    <div className={styles.card}>
      <TwoLines
        wrap
        main={`${whatOf(document, language)} ${document.no}`}
        sub={[document.store, document.party].filter(Boolean).join(' → ')}
      />
      <span className={styles.quiet}>
        {amount(document)} · {document.submittedBy} · <RelativeTime time={document.submittedAt} />
      </span>
      {children}
    </div>
  );
}

function useColumns(buttons: (document: WaitingDocument, active: boolean) => ReactNode) {
  const { t } = useTranslation('approvals');
  const { language } = useFormat();
  const amount = useAmount();
  const columns: Column<WaitingDocument>[] = useMemo(
    () => [
      {
        id: 'document',
        header: t('column.document'),
        minWidth: 190,
        essential: true,
        cell: (document) => <TwoLines main={document.no ?? NO_VALUE} sub={whatOf(document, language)} />,
      },
      { id: 'day', header: t('column.day'), width: 110, hideBelow: 900, value: ({ day }) => day },
      {
        id: 'way',
        header: t('column.way'),
        minWidth: 180,
        grow: 2,
        cell: ({ store, party }) => <TwoLines main={store ?? NO_VALUE} sub={party} />,
      },
      {
        id: 'submitted',
        header: t('column.submitted'),
        width: 150,
        cell: ({ submittedBy, submittedAt }) => (
          <TwoLines main={submittedBy ?? NO_VALUE} sub={<RelativeTime time={submittedAt} />} />
        ),
      },
    ],
    [t, language],
  );
  return [
    ...columns.slice(0, 3),
    {
      id: 'amount',
      header: t('column.amount'),
      width: 170,
      align: 'end',
      hideBelow: 760,
      cell: amount,
    } satisfies Column<WaitingDocument>,
    ...columns.slice(3),
    {
      id: 'actions',
      header: t('column.actions'),
      width: 170,
      chrome: true,
      cell: (document, { active }) => buttons(document, active),
    } satisfies Column<WaitingDocument>,
  ];
}
