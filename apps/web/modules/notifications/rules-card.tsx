import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  deleteNotificationRule,
  type NotificationRule,
  type Notifications,
} from '@voltloop/contract/calls/notifications.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Card, ConfirmDialog, EmptyState, StatusBadge } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import styles from './notifications.module.css';
import { NOTIFICATIONS } from './queries.ts';
import { RuleDialog } from './rule-dialog.tsx';

/** The notification rules, each as a sentence. */
export function RulesCard({ own }: { own: Notifications }) {
  const { t } = useTranslation('notifications');
  const client = useQueryClient();
  const [editing, setEditing] = useState<NotificationRule | 'new' | null>(null);
  const [removing, setRemoving] = useState<NotificationRule | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: [NOTIFICATIONS] });
  const nameOf = (id: string) => own.channels.find((channel) => channel.id === id)?.name ?? NO_VALUE;
  const devices = (rule: NotificationRule) => [
    ...(rule.account_id ? [t('rule.accountOf', { name: rule.account_name ?? NO_VALUE })] : []),
    ...(rule.site_id ? [t('rule.siteOf', { name: rule.site_name ?? NO_VALUE })] : []),
    ...(rule.devid ? [t('rule.deviceOf', { name: rule.devid })] : []),
  ];
  const sentence = (rule: NotificationRule) =>
    [
      t(`level.${rule.least_level}`),
      ...(rule.codes.length === 0 ? [] : [t('rule.codesOf', { count: rule.codes.length })]),
      ...devices(rule),
      rule.channel_ids.map(nameOf).join(', ') || t('rule.noChannel'),
      t(`digest.${rule.digest}`),
      ...(rule.remind_min === null
        ? []
        : [t('rule.reminds', { count: rule.remind_min, name: nameOf(rule.remind_channel_id ?? '') })]),
      ...(rule.escalate_min === null
        ? []
        : [t('rule.escalates', { count: rule.escalate_min, name: rule.escalate_name ?? NO_VALUE })]),
    ].join(' · ');
  return (
    <Card
      title={t('rule.title')}
      description={t('rule.text')}
      tools={
        own.channels.length > 0 && (
          <Button size="xs" onClick={() => setEditing('new')}>
            {t('rule.add')}
          </Button>
        )
      }
    >
      {own.rules.length === 0 && (
        <EmptyState
          compact
          title={t('rule.none')}
          text={t(own.channels.length === 0 ? 'rule.channelFirst' : 'rule.noneText')}
        />
      )}
      <ul className="plain">
        {own.rules.map((rule) => (
          <li key={rule.id} className={styles.row}>
            <div className={styles.text}>
              <h3 className={styles.title}>
                {rule.name}
                {!rule.enabled && <StatusBadge tone="neutral">{t('rule.off')}</StatusBadge>}
              </h3>
              <p className={styles.note}>{sentence(rule)}</p>
            </div>
            <div className={styles.actions}>
              <Button
                variant="default"
                size="xs"
                aria-label={t('rule.editOf', { name: rule.name })}
                onClick={() => setEditing(rule)}
              >
                {t('rule.edit')}
              </Button>
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('rule.deleteOf', { name: rule.name })}
                onClick={() => setRemoving(rule)}
              >
                {t('rule.delete')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <RuleDialog
        rule={editing}
        channels={own.channels}
        onClose={() => setEditing(null)}
        onDone={() => {
          setEditing(null);
          void reload();
        }}
      />
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('rule.deleteTitle', { name: removing?.name ?? '' })}
        confirmLabel={t('rule.delete')}
        danger
        onConfirm={async () => {
          if (removing) await call(deleteNotificationRule, { params: { id: removing.id } });
          await reload();
        }}
      >
        {t('rule.deleteText')}
      </ConfirmDialog>
    </Card>
  );
}
