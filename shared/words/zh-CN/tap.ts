import type { tap as english } from '../en/tap.ts';

export const tap: typeof english = {
  tag: 'tap',
  acts: {
    armed: '断点和规则已更改',
    forward: '原样转发',
    edit: '修改后转发',
    drop: '已丢弃',
    answer: '由 tap 响应',
    inject: '由 tap 注入',
    cut: '流已切断',
    kill: '服务器已被终止',
    lost: '要注入的消息未能发出：流已先行结束',
  },
  spared: {
    size: '原样转发：超过 16 MiB，不受断点和规则影响',
    encoding: '原样转发：内容已压缩，断点和规则无法读取',
    response: '原样转发：响应正文不能多次发送',
  },
  hold: (limit) => (limit === '' ? '已暂停' : `已暂停，最多 ${limit}`),
  delay: (time) => `延迟 ${time} 转发`,
  repeat: (times) => `转发 ${times} 次`,
  fail: (status) => (status === undefined ? '由 tap 以错误响应' : `由 tap 以 HTTP ${status} 响应`),
  breakpoint: (when) => `断点 ${when}`,
  rule: (name) => (name === '' ? '按规则' : `规则 ${name}`),
  by: { user: '手动', limit: '已达上限', gone: '无人决定' },
  armed: (breakpoints, rules, limit) =>
    [
      breakpoints > 0 ? `${breakpoints} 个断点` : '',
      rules > 0 ? `${rules} 条规则` : '',
      breakpoints > 0 && limit !== '' ? `时限 ${limit}` : '',
    ]
      .filter(Boolean)
      .join('，'),
  disarmed: '没有断点和规则，全部放行',
};
