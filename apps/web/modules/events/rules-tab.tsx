import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteRule, type EventRule } from '@voltloop/contract/calls/rules.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { Card, ConfirmDialog, EmptyState, StatusBadge, useFormat } from '../../ui/index.ts';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { queryProps } from '../../ui/list/table-props.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { FIRST_PAGE } from '../../ui/table/page-numbers.ts';
import { Pager } from '../../ui/table/pager.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { EventLevel, useDictionary } from '../things/index.ts';
import styles from './events-list.module.css';
import { eventsPath } from './events-path.ts';
import { EVENTS, rulePage } from './queries.ts';
import { RuleDialog } from './rule-dialog.tsx';

/** The alarm rules of the account's subtree: create, edit, disable and delete. */
export default function RulesTab() {
  const { t } = useTranslation('events');
  const { language, number } = useFormat();
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const dictionary = useDictionary('HE_BAT');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState<{ page: number; size: number }>(FIRST_PAGE);
  const [editing, setEditing] = useState<EventRule | 'new' | null>(null);
  const [deleting, setDeleting] = useState<EventRule | null>(null);
  const rules = useQuery(rulePage(tenantId, search, page.page, page.size));
  const total = rules.data?.total ?? 0;
  const of = languageOf(language);

  const columns = useMemo<Column<EventRule>[]>(() => {
    const name = (rule: EventRule) => rule.name[of];
    const condition = (rule: EventRule) =>
      `${dictionary.label(rule.point)} ${t(`rule.${rule.comparison}`)} ${number(rule.threshold, decimalsOf(rule.threshold))} ${dictionary.unit(rule.point)}`;
    return [
      {
        id: 'name',
        header: t('rules.column.name'),
        minWidth: 130,
        grow: 2,
        cell: (rule) => <span className={styles.main}>{name(rule)}</span>,
      },
      {
        id: 'condition',
        header: t('rules.column.condition'),
        minWidth: 150,
        grow: 3,
        cell: (rule) => <span title={condition(rule)}>{condition(rule)}</span>,
      },
      {
        id: 'scope',
        header: t('rules.column.scope'),
        minWidth: 140,
        grow: 2,
        hideBelow: 760,
        value: (rule) => rule.devid ?? t('rules.scopeAccount', { name: rule.account_name }),
      },
      {
        id: 'level',
        header: t('rules.column.level'),
        width: 112,
        cell: (rule) => <EventLevel level={rule.level} />,
      },
      {
        id: 'active',
        header: t('rules.column.active'),
        width: 96,
        align: 'end',
        cell: (rule, { active }) =>
          rule.active === 0 ? (
            <span className={styles.muted}>0</span>
          ) : (
            <Link to={eventsPath({ rule: rule.id })} tabIndex={active ? 0 : -1} className={styles.device}>
              {number(rule.active)}
            </Link>
          ),
      },
      {
        id: 'state',
        header: t('rules.column.state'),
        width: 84,
        cell: (rule) => (
          <StatusBadge tone={rule.enabled ? 'ok' : 'neutral'} variant="plain">
            {t(rule.enabled ? 'rules.on' : 'rules.off')}
          </StatusBadge>
        ),
      },
      {
        id: 'tools',
        header: t('rules.column.tools'),
        width: 84,
        chrome: true,
        cell: (rule, { active }) => (
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              tabIndex={active ? 0 : -1}
              aria-label={t('rules.edit', { name: name(rule) })}
              onClick={() => setEditing(rule)}
            >
              <IconPencil size={16} stroke={1.7} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              tabIndex={active ? 0 : -1}
              aria-label={t('rules.delete', { name: name(rule) })}
              onClick={() => setDeleting(rule)}
            >
              <IconTrash size={16} stroke={1.7} />
            </ActionIcon>
          </Group>
        ),
      },
    ];
  }, [t, of, number, dictionary]);

  const create = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      size="xs"
      leftSection={<IconPlus size={15} stroke={2} />}
      onClick={() => setEditing('new')}
    >
      {t('rules.new')}
    </Button>
  );
  return (
    <>
      <Card title={t('rules.title')} description={t('rules.hint')} padding="flush" tools={create('filled')}>
        <ListBar
          className={styles.bar}
          search={{
            label: t('rules.search'),
            value: search,
            onChange: (next) => {
              setSearch(next);
              setPage({ ...page, page: 1 });
            },
          }}
        />
        <DataTable<EventRule>
          label={t('rules.title')}
          columns={columns}
          rows={rules.data?.list ?? []}
          keyOf={(rule) => rule.id}
          onOpen={setEditing}
          {...queryProps(rules)}
          card={(rule) => (
            <div className={styles.card}>
              <span className={styles.main}>{rule.name[of]}</span>
              <EventLevel level={rule.level} />
              <span className={styles.sub}>
                {dictionary.label(rule.point)} {t(`rule.${rule.comparison}`)}{' '}
                {number(rule.threshold, decimalsOf(rule.threshold))} {dictionary.unit(rule.point)}
              </span>
              <span className={styles.sub}>{t(rule.enabled ? 'rules.on' : 'rules.off')}</span>
            </div>
          )}
          cardHeight={68}
          empty={
            search ? (
              <EmptyState compact title={t('rules.noMatch')} />
            ) : (
              <EmptyState title={t('rules.none')} text={t('rules.noneText')} action={create('default')} />
            )
          }
          footer={
            total > FIRST_PAGE.size && (
              <Pager page={page.page} size={page.size} total={total} onChange={setPage} />
            )
          }
        />
      </Card>
      <RuleDialog
        rule={editing}
        onClose={() => setEditing(null)}
        onDelete={(rule) => {
          setEditing(null);
          setDeleting(rule);
        }}
      />
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('rules.deleteTitle')}
        confirmLabel={t('rules.deleteConfirm')}
        danger
        onConfirm={async () => {
          if (!deleting) return;
          await call(deleteRule, { params: { tenantId, id: deleting.id } });
          toast.success({ ns: 'events', key: 'rules.deleted' });
          await client.invalidateQueries({ queryKey: [EVENTS] });
        }}
      >
        {t('rules.deleteText', { name: deleting?.name[of] })}
      </ConfirmDialog>
    </>
  );
}

/** Decimals of a limit as entered, three at most. */
export function decimalsOf(value: number): number {
  return Math.min(String(value).split('.')[1]?.length ?? 0, 3);
}
