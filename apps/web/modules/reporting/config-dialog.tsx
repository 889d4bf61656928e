import {
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  PasswordInput,
  Radio,
  Stack,
  TextInput,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  insertReportingConfigs,
  type ReportingConfig,
  updateReportingConfig,
} from '@voltloop/contract/calls/reporting.ts';
import { optionLists } from '@voltloop/domain/options/index.ts';
import { type FormEvent, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { Dialog, ErrorWords, Failure } from '../../ui/index.ts';
import { useListLanguage } from './badges.tsx';
import { deskCounts, REPORTS } from './queries.ts';
import styles from './reporting.module.css';
import { useWrongWords } from './words.ts';

interface ConfigDialogProps {
  /** Null: new ones. */
  config: ReportingConfig | null;
  onClose: () => void;
}

/** Creates configurations, one per selected type, or changes one that is not in effect. Secrets are write-only. */
export function ConfigDialog({ config, onClose }: ConfigDialogProps) {
  const { t } = useTranslation(['reporting', 'ui']);
  const of = useListLanguage();
  const client = useQueryClient();
  const words = useContext(ErrorWords);
  const wrongWords = useWrongWords();
  const { data } = useQuery(deskCounts);
  const [types, setTypes] = useState<string[]>(config ? [String(config.type)] : []);
  const [values, setValues] = useState({
    enterpriseId: config?.enterpriseId ?? '',
    channel: config?.channel ?? 'http',
    endpoint: config?.endpoint ?? '',
    platformCode: config?.platformCode ?? '',
    keyId: config?.keyId ?? '',
    secret: '',
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const put = (name: keyof typeof values) => (value: string) =>
    setValues((now) => ({ ...now, [name]: value }));
  const enterprises = data?.enterprises ?? [];
  const http = values.channel === 'http';
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    setFailure('');
    const fields = {
      channel: values.channel,
      platformCode: values.platformCode,
      ...(http && {
        endpoint: values.endpoint.trim() || undefined,
        keyId: values.keyId.trim() || undefined,
        secret: values.secret || undefined,
      }),
    };
    try {
      if (config)
        await call(updateReportingConfig, { body: { id: config.id, version: config.version, ...fields } });
      else
        await call(insertReportingConfigs, {
          body: {
            types: types.map(Number),
            enterpriseId: values.enterpriseId || (enterprises[0]?.id ?? ''),
            ...fields,
          },
        });
      await client.invalidateQueries({ queryKey: REPORTS });
      onClose();
    } catch (error) {
      const own = error instanceof ApiError ? error.fields : [];
      setErrors(Object.fromEntries(own.map(({ path, key }) => [path.split('.')[0], wrongWords(key)])));
      if (own.length === 0) setFailure(words(error));
    } finally {
      setBusy(false);
    }
  };
  const text = (name: 'endpoint' | 'platformCode' | 'keyId', most: number) => (
    <TextInput
      label={t(`config.${name}`)}
      required
      maxLength={most}
      value={values[name]}
      error={errors[name]}
      onChange={(event) => put(name)(event.currentTarget.value)}
    />
  );
  return (
    <Dialog opened onClose={onClose} closable={!busy} title={t(config ? 'config.editTitle' : 'config.new')}>
      <form onSubmit={(event) => void save(event)} className={styles.form} autoComplete="off">
        {!config && (
          <>
            <MultiSelect
              label={t('config.types')}
              required
              value={types}
              data={optionLists.reportedType.options.map((each) => ({
                value: String(each.value),
                label: each[of],
              }))}
              error={errors.types}
              onChange={setTypes}
            />
            <NativeSelect
              label={t('config.enterprise')}
              description={t('config.enterpriseHint')}
              value={values.enterpriseId}
              data={enterprises.map(({ id, name }) => ({ value: id, label: name }))}
              error={errors.enterpriseId}
              onChange={(event) => put('enterpriseId')(event.currentTarget.value)}
            />
          </>
        )}
        <Radio.Group label={t('config.channel')} value={values.channel} onChange={put('channel')}>
          <Stack gap="xs" mt="xs">
            <Radio value="http" label={t('channel.http')} />
            <Radio value="file" label={t('channel.file')} />
          </Stack>
        </Radio.Group>
        {text('platformCode', 60)}
        {http && text('endpoint', 300)}
        {http && text('keyId', 100)}
        {http && (
          <PasswordInput
            label={t('config.secret')}
            description={t(config?.hasSecret ? 'config.secretKept' : 'config.secretHint')}
            required={!config?.hasSecret}
            minLength={16}
            maxLength={200}
            autoComplete="new-password"
            value={values.secret}
            error={errors.secret}
            onChange={(event) => put('secret')(event.currentTarget.value)}
          />
        )}
        <Failure text={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('confirm.cancel', { ns: 'ui' })}
          </Button>
          <Button type="submit" loading={busy} disabled={types.length === 0}>
            {t('config.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
