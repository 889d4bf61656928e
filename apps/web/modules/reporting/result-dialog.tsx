import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { enterResults } from '@voltloop/contract/calls/reporting.ts';
import { type FormEvent, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Dialog, ErrorWords, Failure } from '../../ui/index.ts';
import { REPORTS } from './queries.ts';
import styles from './reporting.module.css';
import { useWrongWords } from './words.ts';

/** Enters the platform's response to a record that was uploaded by hand. */
export function ResultDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['reporting', 'ui']);
  const client = useQueryClient();
  const words = useContext(ErrorWords);
  const wrong = useWrongWords();
  const [accepted, setAccepted] = useState(true);
  const [text, setText] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const response = accepted ? { platformId: text.trim() } : { error: text.trim() };
      const { refused } = await call(enterResults, { body: { results: [{ id, accepted, ...response }] } });
      if (refused[0]) setFailure(wrong(refused[0].key));
      else onClose();
    } catch (error) {
      setFailure(words(error));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: REPORTS });
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('result.title')}>
      <form onSubmit={(event) => void save(event)} className={styles.form}>
        <Radio.Group
          label={t('result.outcome')}
          value={accepted ? 'accepted' : 'refused'}
          onChange={(value) => setAccepted(value === 'accepted')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="accepted" label={t('attempts.outcome.accepted')} />
            <Radio value="refused" label={t('attempts.outcome.refused')} />
          </Stack>
        </Radio.Group>
        <TextInput
          label={t(accepted ? 'fact.platformId' : 'result.error')}
          required
          maxLength={accepted ? 100 : 500}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Failure text={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('confirm.cancel', { ns: 'ui' })}
          </Button>
          <Button type="submit" loading={busy} disabled={text.trim() === ''}>
            {t('result.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
