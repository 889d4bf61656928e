import { userStateWords } from './account-words.ts';
import { defineList, words } from './define-list.ts';

/** The accounts of the back office. */
export const staffList = defineList({
  name: 'staff',
  columns: {
    name: {
      label: words('Name', '员工'),
      kind: 'text',
      file: { name: { label: words('Name', '姓名') }, user_name: { label: words('User name', '用户名') } },
      essential: true,
      minWidth: 180,
      grow: 2,
    },
    role: {
      label: words('Role', '角色'),
      kind: 'text',
      field: 'role_name',
      none: words('No role yet', '未分配角色'),
      minWidth: 140,
    },
    state: { label: words('State', '状态'), kind: 'choice', values: userStateWords, width: 152 },
    mobile: { label: words('Mobile', '手机'), kind: 'text', width: 140, hideBelow: 900 },
    email: {
      label: words('E-mail', '邮箱'),
      kind: 'text',
      minWidth: 150,
      hideBelow: 1000,
    },
    twoFactor: {
      label: words('Second factor', '双重验证'),
      kind: 'choice',
      field: 'two_factor',
      values: { true: words('On', '已开启'), false: words('Off', '未开启') },
      file: {
        two_factor: {
          label: words('Two-factor sign-in', '两步验证'),
          values: { true: words('On', '已启用'), false: words('Off', '未启用') },
        },
      },
      width: 120,
      optional: true,
    },
    description: { label: words('Remark', '备注'), kind: 'text', fileOnly: true },
    last_login_time: {
      label: words('Last sign-in', '最近登录'),
      kind: 'time',
      as: 'relative',
      width: 130,
      sortDescFirst: true,
      align: 'end',
      hideBelow: 840,
    },
    created_at: {
      label: words('Created', '创建时间'),
      kind: 'time',
      as: 'date',
      width: 120,
      sortDescFirst: true,
      align: 'end',
      optional: true,
    },
  },
  search: {
    label: words('Search user name, name, mobile, e-mail', '按用户名、姓名、手机或邮箱搜索'),
    chip: words('Contains “{{text}}”', '包含“{{text}}”'),
  },
  filters: {
    /** Id of a role; 100 selects those without one. */
    role: {
      label: words('Role', '角色'),
      kind: 'one',
      number: [100, 2_147_483_647],
      param: 'role_id',
      chip: 'value',
    },
    state: { label: words('State', '状态'), kind: 'choice', values: userStateWords, chip: 'value' },
  },
  sort: {
    by: ['user_name', 'name', 'role', 'created_at', 'last_login_time'],
    first: 'created_at',
    desc: true,
    implied: 'asc',
  },
  pages: { upTo: 100 },
  noMatch: { title: words('No match', '没有匹配的员工'), clear: words('Clear filters', '清除筛选') },
  file: {
    name: words('staff', '员工账号'),
    columns: [
      'user_name',
      'name',
      'role',
      'state',
      'mobile',
      'email',
      'two_factor',
      'description',
      'last_login_time',
      'created_at',
    ],
  },
});
