import { Button, Checkbox } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { insertRoleMenus, type Menu, type Role } from '@voltloop/contract/calls/roles.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { type Group, groups as groupWords } from '@voltloop/resources/names.ts';
import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useWho } from '../../context/rights.ts';
import { hasRight } from '../../context/who.ts';
import { Card, EmptyState, ErrorWords, Failure, useFormat, useUnsaved } from '../../ui/index.ts';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { changeOf, choose, type EntryOfMenu, groupsOf, searched, shareOf } from './menu-choice.ts';
import styles from './menu-chooser.module.css';
import { menusOfRole, rolesChanged } from './queries.ts';

interface MenuChooserProps {
  role: Role;
  menus: readonly Menu[];
  /** The role's menus on the server. */
  given: readonly number[];
}

/**
 * Checkboxes for all rights of a role: groups of the menu, their entries, and the buttons of each. Pending changes
 * are listed by name before saving.
 */
export function MenuChooser({ role, menus, given }: MenuChooserProps) {
  const { t } = useTranslation('roles');
  const { language } = useFormat();
  const of = languageOf(language);
  const who = useWho();
  const client = useQueryClient();
  const describe = useContext(ErrorWords);
  // An id without an entry means nothing, and the server would refuse it.
  const before = useMemo(() => {
    const known = new Set(menus.map((menu) => menu.id));
    return new Set(given.filter((id) => known.has(id)));
  }, [menus, given]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(before);
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  // Saved, or changed by another user: the server's state becomes the base, but unsaved choices are kept.
  const former = useRef(before);
  useEffect(() => {
    const { added, removed } = changeOf(menus, former.current, chosen);
    if (added.length + removed.length === 0) setChosen(before);
    former.current = before;
  }, [before]);

  const mayGive = (id: number) => hasRight(who, id);
  const lock = !hasRight(who, rights.roles.change)
    ? 'locked.see'
    : who.roleId === role.id
      ? 'locked.own'
      : given.every(mayGive)
        ? null
        : 'locked.beyond';
  const { added, removed } = changeOf(menus, before, chosen);
  const dirty = added.length + removed.length > 0;
  const save = async (): Promise<boolean> => {
    setBusy(true);
    setFailure('');
    try {
      const body = { roleId: role.id, menuIds: [...chosen], before: [...given] };
      const now = await call(insertRoleMenus, { body });
      client.setQueryData(menusOfRole(role.id).queryKey, now);
      toast.success({ ns: 'roles', key: 'menusPage.saved', values: { name: role.name } });
      void rolesChanged(client);
      return true;
    } catch (error) {
      setFailure(describe(error));
      // Another user saved first: show the pending changes again, against the saved state.
      if (error instanceof ApiError && error.status === 409)
        void client.invalidateQueries({ queryKey: menusOfRole(role.id).queryKey });
      return false;
    } finally {
      setBusy(false);
    }
  };
  useUnsaved(dirty, save);

  const nameOf = (menu: Menu) => menu.name[of];
  const fullNameOf = (menu: Menu) => {
    const above = menus.find((each) => each.id === menu.parentId);
    return above ? t('menusPage.path', { entry: nameOf(above), button: nameOf(menu) }) : nameOf(menu);
  };
  const groupName = (group: string | null) => {
    const words = group === null ? undefined : groupWords[group as Group];
    return words ? words[of] : t('menusPage.top');
  };
  const all = groupsOf(menus);
  const shown = searched(all, groupName, search);
  const set = (ids: readonly number[], on: boolean) => setChosen(choose(chosen, menus, ids, on, mayGive));

  return (
    <>
      <Card padding="flush">
        <ListBar
          search={{ label: t('menusPage.search'), value: search, onChange: setSearch }}
          tools={
            <span className={styles.count} role="status">
              {t('menusPage.count', { count: chosen.size, total: menus.length })}
            </span>
          }
        />
        {lock && (
          <p className={styles.lock}>
            <IconLock size={16} stroke={1.7} aria-hidden="true" />
            {t(lock)}
          </p>
        )}
        {shown.length === 0 && <EmptyState title={t('empty.noMatch')} />}
        <div className={styles.groups}>
          {shown.map(({ group, entries }) => {
            const ids = entries.flatMap((each) => each.leaves);
            const share = shareOf(chosen, ids);
            return (
              <fieldset key={group ?? ''} className={styles.group} disabled={lock !== null}>
                <legend className={styles.legend}>
                  <Checkbox
                    label={groupName(group)}
                    aria-label={t('menusPage.wholeGroup', { name: groupName(group) })}
                    checked={share === 'all'}
                    indeterminate={share === 'some'}
                    disabled={!ids.some(mayGive)}
                    onChange={() => set(ids, !allGiven(ids))}
                  />
                </legend>
                {entries.map((each) => (
                  <EntryRow
                    key={each.entry.id}
                    of={each}
                    chosen={chosen}
                    mayGive={mayGive}
                    nameOf={nameOf}
                    allGiven={allGiven}
                    onSet={set}
                  />
                ))}
              </fieldset>
            );
          })}
        </div>
      </Card>
      {lock === null && (
        <section className={styles.foot} aria-label={t('menusPage.changes')}>
          <div className={styles.changes} role="status">
            {!dirty && <span className={styles.quiet}>{t('menusPage.unchanged')}</span>}
            {added.length > 0 && (
              <Changes
                kind="added"
                label={t('menusPage.added', { count: added.length })}
                names={added.map(fullNameOf)}
              />
            )}
            {removed.length > 0 && (
              <Changes
                kind="removed"
                label={t('menusPage.removed', { count: removed.length })}
                names={removed.map(fullNameOf)}
              />
            )}
            <Failure text={failure} />
          </div>
          <div className={styles.buttons}>
            <Button variant="default" disabled={!dirty || busy} onClick={() => setChosen(before)}>
              {t('menusPage.reset')}
            </Button>
            <Button disabled={!dirty} loading={busy} onClick={() => void save()}>
              {t('menusPage.save')}
            </Button>
          </div>
        </section>
      )}
    </>
  );

  /** Whether all grantable ids are selected: the next click deselects them. */
  function allGiven(ids: readonly number[]): boolean {
    return ids.filter(mayGive).every((id) => chosen.has(id));
  }
}

interface EntryRowProps {
  of: EntryOfMenu;
  chosen: ReadonlySet<number>;
  mayGive: (id: number) => boolean;
  nameOf: (menu: Menu) => string;
  allGiven: (ids: readonly number[]) => boolean;
  onSet: (ids: readonly number[], on: boolean) => void;
}

/** A menu entry with a checkbox for all of it, and one each for the page and its buttons. */
function EntryRow({ of, chosen, mayGive, nameOf, allGiven, onSet }: EntryRowProps) {
  const { t } = useTranslation('roles');
  const { entry, buttons, leaves } = of;
  const share = shareOf(chosen, leaves);
  const name = nameOf(entry);
  const leaf = (id: number, text: string) => (
    <Checkbox
      key={id}
      size="xs"
      label={text}
      aria-label={t('menusPage.path', { entry: name, button: text })}
      checked={chosen.has(id)}
      disabled={!mayGive(id)}
      onChange={(event) => onSet([id], event.currentTarget.checked)}
    />
  );
  return (
    <div className={styles.entry}>
      <Checkbox
        label={name}
        checked={share === 'all'}
        indeterminate={share === 'some'}
        disabled={!leaves.some(mayGive)}
        onChange={() => onSet(leaves, !allGiven(leaves))}
      />
      {buttons.length > 0 && (
        <div className={styles.leaves}>
          {leaf(entry.id, t('menusPage.see'))}
          {buttons.map((button) => leaf(button.id, nameOf(button)))}
        </div>
      )}
    </div>
  );
}

function Changes({ kind, label, names }: { kind: 'added' | 'removed'; label: string; names: string[] }) {
  const { t } = useTranslation('roles');
  return (
    <p className={styles.change} data-kind={kind}>
      <strong>{label}</strong> {names.join(t('menusPage.comma'))}
    </p>
  );
}
