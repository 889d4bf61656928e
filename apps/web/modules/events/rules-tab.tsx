import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteRule, type EventRule } from '@voltloop/contract/calls/rules.ts';
import { rulesList } from '@voltloop/contract/lists/rules.list.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { ConfirmDialog, EmptyState, StatusBadge, useFormat } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import type { Cells } from '../../ui/list/list-columns.tsx';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useDictionary } from '../telemetry/index.ts';
import { EventLevel } from '../things/index.ts';
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
  const place = useListPlace(rulesList);
  const [editing, setEditing] = useState<EventRule | 'new' | null>(null);
  const [deleting, setDeleting] = useState<EventRule | null>(null);
  const found = useQuery(rulePage(tenantId, place));
  const of = languageOf(language);

  const cells = useMemo<Cells<typeof rulesList, EventRule>>(() => {
    const condition = (rule: EventRule) =>
      `${dictionary.label(rule.point)} ${t(`rule.${rule.comparison}`)} ${number(rule.threshold, decimalsOf(rule.threshold))} ${dictionary.unit(rule.point)}`;
    return {
      name: (rule) => <span className={styles.main}>{rule.name[of]}</span>,
      condition: (rule) => <span title={condition(rule)}>{condition(rule)}</span>,
      scope: (rule) => rule.devid ?? t('rules.scopeAccount', { name: rule.account_name }),
      level: (rule) => <EventLevel level={rule.level} />,
      active: (rule, { active }) =>
        rule.active === 0 ? (
          <span className={styles.muted}>0</span>
        ) : (
          <Link to={eventsPath({ rule: rule.id })} tabIndex={active ? 0 : -1} className={styles.device}>
            {number(rule.active)}
          </Link>
        ),
      state: (rule) => (
        <StatusBadge tone={rule.enabled ? 'ok' : 'neutral'} variant="plain">
          {t(rule.enabled ? 'rules.on' : 'rules.off')}
        </StatusBadge>
      ),
    };
  }, [t, of, number, dictionary]);
  const menu = (rule: EventRule, active: boolean) => (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        tabIndex={active ? 0 : -1}
        aria-label={t('rules.edit', { name: rule.name[of] })}
        onClick={() => setEditing(rule)}
      >
        <IconPencil size={16} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        tabIndex={active ? 0 : -1}
        aria-label={t('rules.delete', { name: rule.name[of] })}
        onClick={() => setDeleting(rule)}
      >
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
    </Group>
  );

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
      <DeclaredList
        list={rulesList}
        place={place}
        label={t('rules.title')}
        head={{ title: t('rules.title'), description: t('rules.hint'), tools: create('filled') }}
        found={found}
        keyOf={(rule) => rule.id}
        cells={cells}
        menu={menu}
        menuWidth={84}
        onOpen={setEditing}
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
        empty={<EmptyState title={t('rules.none')} text={t('rules.noneText')} action={create('default')} />}
      />
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
