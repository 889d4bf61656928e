import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Self } from '@voltloop/contract/calls/accounts.ts';
import { removeAvatar, setAvatar } from '@voltloop/contract/calls/self.ts';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { learnSelf } from '../../api/session.ts';
import { upload } from '../../api/upload.ts';
import { useErrorWords } from '../../parts/error-words.ts';
import { toast } from '../../parts/toast.ts';
import { wrongImage } from '../../parts/widgets/upload-rules.ts';
import styles from './account-page.module.css';

/** Sets the own picture and takes it away. */
export function AvatarTools({ self }: { self: Self }) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const hint = useId();
  const words = useErrorWords();

  const learn = (avatar: string | null) => {
    const next = { ...self, avatar };
    learnSelf(next);
    queries.setQueryData(['own', 'self'], next);
    void queries.invalidateQueries({ queryKey: ['own', 'activity'] });
  };
  const send = useMutation({
    mutationFn: async (file: File) => {
      const wrong = wrongImage(file);
      if (wrong) throw new ApiError(wrong === 'type' ? 415 : 413, 0, '');
      return upload(setAvatar, file);
    },
    onSuccess: ({ avatar }) => {
      learn(avatar);
      toast.success({ ns: 'account', key: 'avatar.saved' });
    },
  });
  const remove = useMutation({
    mutationFn: () => call(removeAvatar),
    onSuccess: () => {
      learn(null);
      // The button that was pressed is gone.
      choose.current?.focus();
      toast.success({ ns: 'account', key: 'avatar.removed' });
    },
  });

  const failure = send.error ?? remove.error;
  /** What the server finds wrong with a picture has words of its own, unless it names them. */
  const wordsOf = (error: Error) => {
    const kind =
      error instanceof ApiError && error.fields.length === 0
        ? { 415: 'wrongType', 413: 'wrongSize' }[error.status]
        : undefined;
    return kind ? t(`avatar.${kind}`) : words(error);
  };
  return (
    <div className={styles.picture}>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg"
        data-testid="avatar-file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again after it was refused.
          event.currentTarget.value = '';
          remove.reset();
          if (file) send.mutate(file);
        }}
      />
      <div className={styles.actions}>
        <Button
          ref={choose}
          variant="default"
          size="xs"
          loading={send.isPending}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {t(self.avatar ? 'avatar.change' : 'avatar.upload')}
        </Button>
        {self.avatar && (
          <Button
            variant="default"
            size="xs"
            loading={remove.isPending}
            disabled={send.isPending}
            onClick={() => {
              send.reset();
              remove.mutate();
            }}
          >
            {t('avatar.remove')}
          </Button>
        )}
      </div>
      <p id={hint} className={styles.rowText}>
        {t('avatar.hint')}
      </p>
      <div role="alert">{failure && <p className={styles.wrong}>{wordsOf(failure)}</p>}</div>
    </div>
  );
}
