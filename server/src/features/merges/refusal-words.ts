import type { PageLanguage } from '../../platform/http/page-language.ts';

const vi = {
  title: 'Từ chối nhận thư hàng loạt',
  question: (sender: string) => `Không nhận thư hàng loạt của người gửi này (${sender}) nữa?`,
  about: (address: string) =>
    `Thư gửi hàng loạt từ hộp thư này sẽ không được gửi đến ${address} nữa. Thư viết riêng cho bạn vẫn đến như thường.`,
  refuse: 'Từ chối nhận',
  refused: 'Đã ghi nhận',
  refusedWhy: (sender: string, address: string) =>
    `${address} sẽ không nhận thư hàng loạt của người gửi này (${sender}) nữa. Thư đang trên đường có thể vẫn đến. Muốn nhận lại, hãy viết cho họ.`,
  goneWhy: 'Liên kết không đầy đủ, hoặc hộp thư gửi không còn. Hãy mở lại liên kết trong thư.',
  /** Below each message. */
  footer: 'Không muốn nhận thư như thế này nữa?',
  footerLink: 'Từ chối nhận',
  sample: '(mẫu: liên kết chỉ có trong thư gửi đi)',
};
export type RefusalWords = typeof vi;

const en: RefusalWords = {
  title: 'Stop bulk mail',
  question: (sender) => `Stop getting bulk mail from this sender (${sender})?`,
  about: (address) =>
    `Bulk mail from this mailbox will no longer be sent to ${address}. Mail that is written to you still arrives.`,
  refuse: 'Stop bulk mail',
  refused: 'You are off the list',
  refusedWhy: (sender, address) =>
    `${address} gets no more bulk mail from this sender (${sender}). What is on its way may still arrive. To get it again, write to them.`,
  goneWhy: 'The link is not complete, or the sender’s mailbox is gone. Open the link in the message again.',
  footer: 'Don’t want mail like this any more?',
  footerLink: 'Unsubscribe',
  sample: '(sample: the link is only in what is sent)',
};

export const REFUSAL_WORDS: Record<PageLanguage, RefusalWords> = { vi, en };
