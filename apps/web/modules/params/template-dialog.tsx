import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  createParamTemplate,
  type ParamTemplate,
  type ParamTemplateBody,
  updateParamTemplate,
} from '@voltloop/contract/calls/params.ts';
import { groupLabels } from '@voltloop/protocol/he-bat/groups.ts';
import { useContext, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import { DialogFoot } from '../../ui/dialog/dialog-foot.tsx';
import { ConfirmDialog, Dialog, ErrorWords, useUnsaved } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { readTyped, splitKey, type Typed, typedOf, type Values, ValuesEditor } from '../settings/index.ts';
import { useDictionary } from '../telemetry/index.ts';
import styles from './params.module.css';
import { paramsKey } from './queries.ts';

interface TemplateDialogProps {
  /** Null: a new one. */
  template: ParamTemplate | null;
  /** Initial values: the template's own, or those of a device. */
  from: Values;
  onClose: () => void;
}

/** Edits a template's name and values; for the many values of a device, whole groups can be excluded. */
export default function TemplateDialog({ template, from, onClose }: TemplateDialogProps) {
  const { t } = useTranslation(['params', 'deviceSettings']);
  const id = useId();
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const words = useContext(ErrorWords);
  const dictionary = useDictionary(template?.info_model_id ?? 'HE_BAT');
  const [name, setName] = useState(template?.name ?? '');
  const [note, setNote] = useState(template?.note ?? '');
  const [typed, setTyped] = useState<Record<string, string>>(() => typedOf(from));
  const [begun] = useState(() => JSON.stringify([name, note, typed]));
  const [group, setGroup] = useState('');
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const readOnly = template !== null && !template.editable;
  const { values, problems } = readTyped(dictionary.settings, typed, {}, null);
  const count = Object.keys(values).length;
  const dirty = !readOnly && JSON.stringify([name, note, typed]) !== begun;
  const valid = name.trim() !== '' && count > 0 && Object.keys(problems).length === 0;

  const save = useMutation({
    mutationFn: () => {
      const body: ParamTemplateBody = {
        name: name.trim(),
        note: note.trim(),
        info_model_id: template?.info_model_id ?? 'HE_BAT',
        values,
      };
      return template
        ? call(updateParamTemplate, {
            params: { tenantId, id: template.id },
            body: { ...body, version: template.version },
          })
        : call(createParamTemplate, { params: { tenantId }, body });
    },
    onSuccess: () => {
      toast.success({ ns: 'params', key: 'template.saved' });
      void client.invalidateQueries({ queryKey: paramsKey(tenantId) });
      onClose();
    },
    meta: { silent: true },
  });
  useUnsaved(dirty, async () => {
    setTried(true);
    if (!valid) return false;
    return save.mutateAsync().then(
      () => true,
      () => false,
    );
  });
  const taken =
    save.error instanceof ApiError && save.error.fields.some(({ key }) => key === 'params.nameTaken');
  const nameError = taken
    ? t('template.nameTaken')
    : tried && name.trim() === ''
      ? t('template.nameMissing')
      : undefined;

  const groups = [...new Set(dictionary.settings.map((setting) => setting.group))];
  const groupOf = new Map(dictionary.settings.map((setting) => [setting.key, setting.group]));
  const keysOf = (of: Values | Typed, wanted: string) =>
    Object.keys(of).filter((key) => groupOf.get(splitKey(key).name) === wanted);
  const many = template === null && Object.keys(from).length > 0;
  const setIn = (wanted: string, inside: boolean) => {
    const rest = Object.entries(typed).filter(([key]) => groupOf.get(splitKey(key).name) !== wanted);
    const all = typedOf(from);
    const back = inside ? keysOf(all, wanted).map((key) => [key, all[key] ?? '']) : [];
    setTyped(Object.fromEntries([...rest, ...back]));
  };
  const close = () => (dirty ? setLeaving(true) : onClose());
  return (
    <Dialog
      opened
      onClose={close}
      closable={!save.isPending}
      size={820}
      title={template ? template.name : t('template.new')}
    >
      <form
        data-registered
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (valid && !readOnly) save.mutate();
        }}
      >
        <div className={styles.pair}>
          <TextInput
            label={t('template.name')}
            required
            data-autofocus
            readOnly={readOnly}
            maxLength={80}
            value={name}
            error={nameError}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={t('template.note')}
            readOnly={readOnly}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
        {many && (
          <fieldset className={styles.target}>
            <legend>{t('template.groups')}</legend>
            <div className={styles.checks}>
              {groups.map((each) => {
                const all = keysOf(from, each).length;
                if (all === 0) return null;
                const inside = keysOf(typed, each).length;
                return (
                  <Checkbox
                    key={each}
                    label={`${dictionary.groupLabel(groupLabels[each], each)} (${inside})`}
                    checked={inside > 0}
                    onChange={(event) => setIn(each, event.currentTarget.checked)}
                  />
                );
              })}
            </div>
          </fieldset>
        )}
        {dictionary.ready ? (
          <div className={styles.inset}>
            <ValuesEditor
              id={id}
              dictionary={dictionary}
              known={null}
              packs={null}
              typed={typed}
              problems={problems}
              onType={setTyped}
              group={group}
              onGroup={setGroup}
              disabled={readOnly}
            />
          </div>
        ) : (
          <QueryPlaceholder of={dictionary} rows={5} />
        )}
        {tried && count === 0 && (
          <p className={styles.wrong} role="alert">
            {t('start.noValues')}
          </p>
        )}
        {Object.keys(problems).length > 0 && (
          <p className={styles.wrong} role="alert">
            {t('deviceSettings:send.wrong', { count: Object.keys(problems).length })}
          </p>
        )}
        {save.error && !taken && (
          <p className={styles.wrong} role="alert">
            {words(save.error)}
          </p>
        )}
        <DialogFoot>
          <Button variant="default" onClick={close} disabled={save.isPending}>
            {t('close')}
          </Button>
          {!readOnly && (
            <Button type="submit" loading={save.isPending}>
              {t('template.save', { count })}
            </Button>
          )}
        </DialogFoot>
      </form>
      <ConfirmDialog
        opened={leaving}
        onClose={() => setLeaving(false)}
        title={t('leave.title')}
        confirmLabel={t('leave.confirm')}
        danger
        onConfirm={onClose}
      >
        {t('template.leaveText')}
      </ConfirmDialog>
    </Dialog>
  );
}
