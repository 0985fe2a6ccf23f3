/** Texts of the dialogs about a folder. */
export const laterFolders = {
  dialog: {
    inside: 'Nằm trong {{name}}.',
    create: 'Tạo thư mục',
    created: 'Đã tạo thư mục {{name}}.',
    renamed: 'Đã đổi tên thành {{name}}.',
    moveTitle: 'Chuyển thư mục {{name}} vào',
    toTop: 'Đưa ra ngoài cùng',
    deleted: 'Đã xóa thư mục {{name}}.',
    deleteTitle: 'Xóa thư mục {{name}}?',
    deleteEmpty: 'Thư mục này trống. Không hoàn tác được việc xóa.',
    deleteFilled: 'Thư mục này có {{threads}}. Chọn việc cần làm với thư trong đó.',
    deleteNested: 'Thư mục này và các thư mục con có {{threads}}. Chọn việc cần làm với thư trong đó.',
    subfolders: 'Các thư mục con cũng bị xóa; không có thư nào trong đó.',
    moveAll: 'Chuyển thư sang thư mục khác',
    removeAll: 'Xóa vĩnh viễn toàn bộ thư',
    removeHint: 'Không hoàn tác được.',
    target: 'Chuyển vào',
    moveAndDelete: 'Chuyển thư và xóa thư mục',
    removeAndDelete: 'Xóa thư mục và {{threads}}',
    notEmpty: 'Thư mục {{name}} còn thư nên không bị xóa.',
  },
} as const;
