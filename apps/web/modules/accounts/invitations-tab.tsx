import { Button, Select } from '@mantine/core';
import { IconLink, IconMailPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '@voltloop/contract';
import { revokeInvitation } from '@voltloop/contract/calls/users.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  RelativeTime,
  StatusBadge,
  type Tone,
  useFormat,
} from '../../ui/index.ts';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { queryProps } from '../../ui/list/table-props.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import styles from '../../ui/person/users-list.module.css';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useLast } from '../../ui/use-last.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { KindIcon } from './kind-icon.tsx';
import { invitations } from './queries.ts';

const tones: Record<Invitation['state'], Tone> = {
  open: 'ok',
  used: 'neutral',
  expired: 'warning',
  revoked: 'danger',
};
const states = ['open', 'used', 'expired', 'revoked'] as const;

/** Invitations of the account and its subtree: create, follow, withdraw. */
export function InvitationsTab({
  inviting,
  onInviting,
}: {
  inviting: boolean;
  onInviting: (inviting: boolean) => void;
}) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const [shown, setShown] = useState<{ state: Invitation['state'] | null; page: number; size: number }>({
    state: 'open',
    page: 1,
    size: 10,
  });
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const last = useLast(revoking);
  const found = useQuery(invitations(tenantId, shown));
  const columns = useColumns(setRevoking);
  const invite = (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconMailPlus size={15} stroke={1.8} />}
      onClick={() => onInviting(true)}
    >
      {t('invite.button')}
    </Button>
  );

  return (
    <Card padding="flush">
      <ListBar className={styles.bar}>
        <Select
          className={styles.select}
          aria-label={t('invite.filter')}
          placeholder={t('invite.all')}
          clearable
          value={shown.state}
          onChange={(state) => setShown({ ...shown, page: 1, state: state as Invitation['state'] | null })}
          data={states.map((state) => ({ value: state, label: t(`inviteState.${state}`) }))}
        />
      </ListBar>
      <DataTable<Invitation>
        label={t('tab.invitations')}
        columns={columns}
        rows={found.data?.list ?? []}
        keyOf={(row) => row.id}
        {...queryProps(found)}
        rowHeight={52}
        card={(row, { active }) => (
          <div className={styles.card}>
            <Who invitation={row} />
            <InvitationState state={row.state} />
            <span className={styles.facts}>
              <span>{t('invite.uses', { uses: row.uses, max: row.max_uses })}</span>
              <span>{t('invite.until', { time: format.date(row.expires_at, 'dateTime') })}</span>
              {row.state === 'open' && (
                <Button
                  variant="default"
                  size="compact-sm"
                  tabIndex={active ? 0 : -1}
                  onClick={() => setRevoking(row)}
                >
                  {t('invite.revoke')}
                </Button>
              )}
            </span>
          </div>
        )}
        cardHeight={104}
        empty={
          <EmptyState
            icon={<IconLink size={22} stroke={1.6} />}
            title={t(shown.state === 'open' ? 'invite.noneOpen' : 'invite.none')}
            text={t('invite.noneText')}
            action={invite}
          />
        }
        footer={
          <Pager
            total={found.data?.total ?? 0}
            page={shown.page}
            size={shown.size}
            onChange={(next) => setShown({ ...shown, ...next })}
          />
        }
      />
      <InviteDialog opened={inviting} onClose={() => onInviting(false)} />
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        danger
        title={t('invite.revokeTitle')}
        confirmLabel={t('invite.revoke')}
        onConfirm={async () => {
          if (!revoking) return;
          await call(revokeInvitation, { params: { tenantId, id: revoking.id } });
          toast.success({ ns: 'users', key: 'invite.revoked' });
          await client.invalidateQueries({ queryKey: ['invitations'] });
        }}
      >
        {last && t('invite.revokeText', { kind: t(`kind.${last.kind}`) })}
      </ConfirmDialog>
    </Card>
  );
}

function useColumns(onRevoke: (invitation: Invitation) => void): Column<Invitation>[] {
  const { t } = useTranslation('users');
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'kind',
        header: t('invite.for'),
        minWidth: 180,
        grow: 2,
        cell: (row) => <Who invitation={row} />,
      },
      {
        id: 'inviter',
        header: t('invite.by'),
        minWidth: 120,
        hideBelow: 760,
        value: (row) => row.inviter_name,
      },
      {
        id: 'state',
        header: t('column.state'),
        width: 130,
        cell: (row) => <InvitationState state={row.state} />,
      },
      {
        id: 'uses',
        header: t('invite.used'),
        width: 100,
        align: 'end',
        cell: (row) => t('invite.uses', { uses: row.uses, max: row.max_uses }),
      },
      {
        id: 'expires',
        header: t('invite.expires'),
        width: 150,
        align: 'end',
        cell: (row) => format.date(row.expires_at, 'dateTime'),
      },
      {
        id: 'created',
        header: t('column.created'),
        width: 130,
        align: 'end',
        hideBelow: 860,
        cell: (row) => <RelativeTime time={row.created_at} />,
      },
      {
        id: 'actions',
        header: t('column.actions'),
        width: 130,
        chrome: true,
        align: 'end',
        cell: (row, { active }) =>
          row.state === 'open' && (
            <Button
              variant="default"
              size="compact-sm"
              tabIndex={active ? 0 : -1}
              onClick={() => onRevoke(row)}
            >
              {t('invite.revoke')}
            </Button>
          ),
      },
    ],
    [t, format, onRevoke],
  );
}

function Who({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('users');
  return (
    <TwoLines
      icon={<KindIcon kind={invitation.kind} size={18} />}
      main={t(`kind.${invitation.kind}`)}
      sub={[invitation.email, invitation.note].filter(Boolean).join(' · ') || null}
    />
  );
}

function InvitationState({ state }: { state: Invitation['state'] }) {
  const { t } = useTranslation('users');
  return (
    <StatusBadge tone={tones[state]} variant="plain">
      {t(`inviteState.${state}`)}
    </StatusBadge>
  );
}
