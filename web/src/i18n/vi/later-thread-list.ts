/** What an empty list says, and what stands beside the results of a search. */
export const laterThreadList = {
  pick: {
    all: 'Tất cả',
    none: 'Bỏ chọn',
    read: 'Đã đọc',
    unread: 'Chưa đọc',
    starred: 'Có gắn dấu sao',
    unstarred: 'Không gắn dấu sao',
  },
  split: { default: 'Tắt', right: 'Bên phải', bottom: 'Bên dưới' },
  apart: {
    more_one: '{{count, number}} hội thoại khác có các từ này đứng rời nhau',
    more_other: '{{count, number}} hội thoại khác có các từ này đứng rời nhau',
    moreCapped_one: 'Hơn {{count, number}} hội thoại khác có các từ này đứng rời nhau',
    moreCapped_other: 'Hơn {{count, number}} hội thoại khác có các từ này đứng rời nhau',
    moreUnknown: 'Xem cả hội thoại có các từ này đứng rời nhau',
    instead: 'Không có thư nào có các từ này đứng liền nhau. Dưới đây là thư có chúng đứng rời nhau.',
    shown: 'Thư có các từ này, kể cả khi đứng rời nhau.',
    together: 'Chỉ xem thư có các từ đứng liền nhau',
  },
  empty: {
    toInbox: 'Về Hộp thư đến',
    INBOX: { title: 'Hộp thư đến đã trống', text: 'Bạn đã xử lý hết thư. Thư mới sẽ tự hiện ở đây.' },
    Starred: {
      title: 'Chưa có hội thoại nào gắn dấu sao',
      text: 'Bấm dấu sao cạnh hội thoại để giữ hội thoại ở đây.',
    },
    label: {
      title: 'Chưa có hội thoại nào mang nhãn này',
      text: 'Gắn nhãn này cho một hội thoại để thấy hội thoại ở đây.',
    },
    waiting: {
      title: 'Không có thư nào chờ trả lời',
      text: 'Chọn “Nhắc nếu chưa ai trả lời” ở một thư đã gửi, và thư sẽ chờ ở đây.',
    },
    Sent: { title: 'Chưa gửi thư nào', text: 'Thư bạn gửi sẽ ở đây.' },
    Drafts: { title: 'Không có thư nháp', text: 'Thư chưa soạn xong được lưu ở đây.' },
    WEBMAIL_SCHEDULED: { title: 'Không có thư hẹn giờ', text: 'Thư hẹn giờ sẽ ở đây đến giờ gửi.' },
    Snoozed: {
      title: 'Không có hội thoại nào để sau',
      text: 'Chọn “Để sau” để một hội thoại rời Hộp thư đến rồi trở lại đúng lúc.',
    },
    webmail_period: { title: 'Không có thư định kỳ', text: 'Thư gửi định kỳ sẽ ở đây.' },
    Archive: {
      title: 'Chưa lưu trữ hội thoại nào',
      text: 'Hội thoại đã lưu trữ rời Hộp thư đến và được giữ ở đây.',
    },
    Junk: { title: 'Không có thư rác', text: 'Thư không mong muốn sẽ được đưa vào đây.' },
    Trash: { title: 'Thùng rác trống', text: 'Thư đã xóa được giữ 30 ngày rồi xóa vĩnh viễn.' },
    search: { title: 'Không tìm thấy hội thoại nào', text: 'Thử từ khóa khác hoặc bớt điều kiện.' },
    folder: {
      title: 'Thư mục này trống',
      text: 'Kéo hội thoại vào đây hoặc dùng “Chuyển đến”.',
    },
  },
} as const;
