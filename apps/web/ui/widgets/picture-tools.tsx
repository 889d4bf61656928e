import { Button } from '@mantine/core';
import { useId, useRef } from 'react';
import { ApiError } from '../../api/errors.ts';
import { useMutation } from '../query/use-mutation.ts';
import { useErrorWords } from '../states/error-words.ts';
import styles from './picture-tools.module.css';
import { wrongImage } from './upload-rules.ts';

export interface PictureToolsProps {
  /** Whether there is a picture, which can be changed and removed. */
  has: boolean;
  send: (file: File) => Promise<unknown>;
  remove: () => Promise<unknown>;
  words: Record<'upload' | 'change' | 'remove' | 'hint' | 'wrongType' | 'wrongSize', string>;
}

/** Uploads, replaces and removes one picture; its error is shown below the buttons. */
export function PictureTools({ has, send, remove, words }: PictureToolsProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const hint = useId();
  const errorWords = useErrorWords();
  const sending = useMutation({
    mutationFn: async (file: File) => {
      const wrong = wrongImage(file);
      if (wrong) throw new ApiError(wrong === 'type' ? 415 : 413, 0, '');
      await send(file);
    },
  });
  const removing = useMutation({
    mutationFn: remove,
    // The pressed button was removed: move the focus.
    onSuccess: () => choose.current?.focus(),
  });

  const failure = sending.error ?? removing.error;
  /** The text for a picture that the server rejects, unless the server names the problem. */
  const wordsOf = (error: Error) => {
    const { status, fields } = error instanceof ApiError ? error : { status: 0, fields: [] };
    if (fields.length === 0 && status === 415) return words.wrongType;
    if (fields.length === 0 && status === 413) return words.wrongSize;
    return errorWords(error);
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // So that the same file can be chosen again after it was rejected.
          event.currentTarget.value = '';
          removing.reset();
          if (file) sending.mutate(file);
        }}
      />
      <div className={styles.buttons}>
        <Button
          ref={choose}
          variant="default"
          size="xs"
          loading={sending.isPending}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {has ? words.change : words.upload}
        </Button>
        {has && (
          <Button
            variant="default"
            size="xs"
            loading={removing.isPending}
            disabled={sending.isPending}
            onClick={() => {
              sending.reset();
              removing.mutate();
            }}
          >
            {words.remove}
          </Button>
        )}
      </div>
      <p id={hint} className={styles.hint}>
        {words.hint}
      </p>
      <div role="alert">{failure && <p className={styles.wrong}>{wordsOf(failure)}</p>}</div>
    </div>
  );
}
