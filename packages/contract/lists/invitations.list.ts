import { accountKindWords } from './account-words.ts';
import { defineList, words } from './define-list.ts';

const states = {
  open: words('Open', '有效'),
  used: words('Used up', '已用完'),
  expired: words('Expired', '已过期'),
  revoked: words('Withdrawn', '已撤回'),
};

/** The invitations of an account and of those below it, newest first. */
export const invitationsList = defineList({
  name: 'invitations',
  columns: {
    kind: {
      label: words('Invited as', '邀请类型'),
      kind: 'choice',
      values: accountKindWords,
      minWidth: 180,
      grow: 2,
    },
    inviter: {
      label: words('Invited by', '邀请人'),
      kind: 'text',
      field: 'inviter_name',
      minWidth: 120,
      hideBelow: 760,
    },
    state: { label: words('State', '状态'), kind: 'choice', values: states, width: 130 },
    uses: { label: words('Used', '已使用'), kind: 'number', width: 100, align: 'end' },
    expires: {
      label: words('Expires', '到期时间'),
      kind: 'time',
      field: 'expires_at',
      as: 'dateTime',
      width: 150,
      align: 'end',
    },
    created: {
      label: words('Created', '创建时间'),
      kind: 'time',
      field: 'created_at',
      as: 'relative',
      width: 130,
      align: 'end',
      hideBelow: 860,
    },
  },
  filters: {
    state: {
      label: words('All states', '全部状态'),
      kind: 'choice',
      values: states,
      first: 'open',
      chip: false,
    },
  },
  pages: {},
  noMatch: {
    title: words('No invitations', '没有邀请'),
    text: words('Choose another state.', '请选择其他状态。'),
    clear: words('Show open invitations', '显示有效邀请'),
  },
});
