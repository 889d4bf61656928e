import { useQueryClient } from '@tanstack/react-query';
import type { Self } from '@voltloop/contract/calls/accounts.ts';
import { removeAvatar, setAvatar } from '@voltloop/contract/calls/self.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { storeSelf } from '../../api/session.ts';
import { upload } from '../../api/upload.ts';
import { toast } from '../../ui/toast/toast.ts';
import { PictureTools } from '../../ui/widgets/picture-tools.tsx';
import styles from './account-page.module.css';

/** Sets or removes the account's own picture. */
export function AvatarTools({ self }: { self: Self }) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const applyAvatar = (avatar: string | null) => {
    const next = { ...self, avatar };
    storeSelf(next);
    queries.setQueryData(['own', 'self'], next);
    void queries.invalidateQueries({ queryKey: ['own', 'activity'] });
    toast.success({ ns: 'account', key: avatar ? 'avatar.saved' : 'avatar.removed' });
  };
  return (
    <div className={styles.picture}>
      <PictureTools
        has={self.avatar !== null}
        send={async (file) => applyAvatar((await upload(setAvatar, file)).avatar)}
        remove={async () => {
          await call(removeAvatar);
          applyAvatar(null);
        }}
        words={{
          upload: t('avatar.upload'),
          change: t('avatar.change'),
          remove: t('avatar.remove'),
          hint: t('avatar.hint'),
          wrongType: t('avatar.wrongType'),
          wrongSize: t('avatar.wrongSize'),
        }}
      />
    </div>
  );
}
