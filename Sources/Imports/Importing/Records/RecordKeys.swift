/// Where the keys of a file's records come from.
enum RecordKeys {
    /// The file gives ids, by which other files name the records.
    case ids
    /// They are those of districts, which other files name by themselves, in whatever writing.
    case districts
    /// They are made of the records' names, for want of ids in the file.
    case derived
}
