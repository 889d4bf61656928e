import { Button } from '@mantine/core';
import { IconLink, IconMailPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '@voltloop/contract';
import { revokeInvitation } from '@voltloop/contract/calls/users.ts';
import { invitationsList } from '@voltloop/contract/lists/invitations.list.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { ConfirmDialog, EmptyState, StatusBadge, type Tone, useFormat } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { useListPlace } from '../../ui/list/use-list-place.ts';
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
  const place = useListPlace(invitationsList, {});
  const found = useQuery(invitations(tenantId, place));
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const last = useLast(revoking);
  const revoke = (row: Invitation, active: boolean) =>
    row.state === 'open' && (
      <Button variant="default" size="compact-sm" tabIndex={active ? 0 : -1} onClick={() => setRevoking(row)}>
        {t('invite.revoke')}
      </Button>
    );
  const uses = (row: Invitation) => t('invite.uses', { uses: row.uses, max: row.max_uses });

  return (
    <>
      <DeclaredList
        list={invitationsList}
        place={place}
        label={t('tab.invitations')}
        found={found}
        keyOf={(row) => row.id}
        cells={{
          kind: (row) => <Who invitation={row} />,
          state: (row) => <InvitationState state={row.state} />,
          uses,
        }}
        menu={revoke}
        menuWidth={130}
        rowHeight={52}
        card={(row, { active }) => (
          <ListCard title={<Who invitation={row} />} menu={<InvitationState state={row.state} />}>
            <span>{uses(row)}</span>
            <span>{t('invite.until', { time: format.date(row.expires_at, 'dateTime') })}</span>
            {revoke(row, active)}
          </ListCard>
        )}
        cardHeight={104}
        empty={
          <EmptyState
            icon={<IconLink size={22} stroke={1.6} />}
            title={t('invite.noneOpen')}
            text={t('invite.noneText')}
            action={
              <Button
                variant="default"
                size="xs"
                leftSection={<IconMailPlus size={15} stroke={1.8} />}
                onClick={() => onInviting(true)}
              >
                {t('invite.button')}
              </Button>
            }
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
    </>
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
  const { language } = useFormat();
  return (
    <StatusBadge tone={tones[state]} variant="plain">
      {invitationsList.columns.state.values[state][languageOf(language)]}
    </StatusBadge>
  );
}
