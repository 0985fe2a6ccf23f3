import type { laterFolders as vi } from '../vi/later-folders.ts';
import type { Words } from '../words.ts';

export const laterFolders: Words<typeof vi> = {
  dialog: {
    moved: 'Moved folder {{name}} to {{parent}}',
    movedToTop: 'Moved folder {{name}} to the top level',
    ordered: 'Changed the order of {{name}}',
    inside: 'In {{name}}.',
    create: 'Create folder',
    created: 'Folder {{name}} created.',
    renamed: 'Renamed to {{name}}.',
    moveTitle: 'Move folder {{name}} to',
    toTop: 'Move to the top level',
    deleted: 'Folder {{name}} deleted.',
    deleteTitle: 'Delete folder {{name}}?',
    deleteEmpty: 'This folder is empty. Deleting it can’t be undone.',
    deleteFilled: 'This folder has {{threads}}. Choose what happens to them.',
    deleteNested: 'This folder and its subfolders have {{threads}}. Choose what happens to them.',
    subfolders: 'Its subfolders will be deleted too; they’re empty.',
    moveAll: 'Move the messages to another folder',
    removeAll: 'Permanently delete all messages',
    removeHint: 'This can’t be undone.',
    target: 'Move to',
    moveAndDelete: 'Move messages and delete folder',
    removeAndDelete: 'Delete folder and {{threads}}',
    notEmpty: 'The folder {{name}} isn’t empty, so it wasn’t deleted.',
  },
  fault: {
    takenThere: 'Couldn’t move it: there’s already a folder called {{name}} there.',
    tooDeep: 'Couldn’t move {{name}}: folders can’t be nested that deeply.',
    required: 'Enter a folder name.',
    slash: 'A name can’t contain a slash (/).',
    dots: 'A name can’t be just dots.',
    long: 'This name is too long. Use up to {{most}} characters.',
    exists: 'This name is already taken. Choose another one.',
    notAllowed: 'You can’t create more folders here.',
  },
};
