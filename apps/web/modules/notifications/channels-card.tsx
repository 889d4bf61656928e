import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteChannel,
  type NotificationChannel,
  type Notifications,
  resumeChannel,
  testChannel,
} from '@voltloop/contract/calls/notifications.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Card, ConfirmDialog, EmptyState } from '../../ui/index.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import { ChannelRow } from './channel-row.tsx';
import { ConfirmCodeDialog } from './confirm-code-dialog.tsx';
import { NOTIFICATIONS, ownBrowser } from './queries.ts';
import { leaveThisBrowser } from './this-browser.ts';
import { ThisBrowserField } from './this-browser-field.tsx';

/** The channels of the account. */
export function ChannelsCard({ own }: { own: Notifications }) {
  const { t } = useTranslation('notifications');
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [confirming, setConfirming] = useState<string | null>(null);
  const [removing, setRemoving] = useState<NotificationChannel | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: [NOTIFICATIONS] });
  const browser = useQuery(ownBrowser).data;
  const test = async ({ id, name }: NotificationChannel) => {
    try {
      await call(testChannel, { params: { id } });
      toast.success({ ns: 'notifications', key: 'channel.testSent', values: { name } });
      await reload();
    } catch (error) {
      notifyError(error);
    }
  };
  const resume = async ({ id, name }: NotificationChannel) => {
    try {
      await call(resumeChannel, { params: { id } });
      toast.success({ ns: 'notifications', key: 'channel.resumed', values: { name } });
      await reload();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Card
      title={t('channel.title')}
      description={t('channel.text')}
      tools={
        <Button variant="default" size="xs" data-guide="add-channel" onClick={() => setAdding(true)}>
          {t('channel.add')}
        </Button>
      }
    >
      <ThisBrowserField own={own} browser={browser} onDone={() => void reload()} />
      {own.channels.length === 0 && (
        <EmptyState compact title={t('channel.none')} text={t('channel.noneText')} />
      )}
      <ul className="plain">
        {own.channels.map((channel) => (
          <ChannelRow
            key={channel.id}
            channel={channel}
            isHere={channel.browser !== null && channel.browser === browser}
            onTest={() => void test(channel)}
            onResume={() => void resume(channel)}
            onConfirm={() => setConfirming(channel.id)}
            onRemove={() => setRemoving(channel)}
          />
        ))}
      </ul>
      <ChannelDialog
        opened={adding}
        mail={own.mail}
        onClose={() => setAdding(false)}
        onMade={(id, kind) => {
          void reload();
          if (kind === 'email') {
            setAdding(false);
            setConfirming(id);
          }
        }}
      />
      <ConfirmCodeDialog
        id={confirming}
        onClose={() => setConfirming(null)}
        onDone={() => {
          setConfirming(null);
          void reload();
        }}
      />
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('channel.removeTitle', { name: removing?.name ?? '' })}
        confirmLabel={t('channel.remove')}
        danger
        onConfirm={async () => {
          if (removing) await call(deleteChannel, { params: { id: removing.id } });
          if (removing?.browser && removing.browser === browser) await leaveThisBrowser();
          await reload();
        }}
      >
        {t('channel.removeText')}
      </ConfirmDialog>
    </Card>
  );
}
