; Inno Setup recipe of the Windows installer, over the folder that packaging/bundle built:
;   iscc /DVersion=0.1.0 packaging\windows\bunkerdesk.iss
; For one person, without administrator rights; an IT department installs with /VERYSILENT /ALLUSERS.
#ifndef Version
  #error Say the version: iscc /DVersion=X.Y.Z
#endif

[Setup]
AppId={{6E3A7C0B-3E64-4C0B-9B44-2C4F7E9D51A8}
AppName=Bunker Desk
AppVersion={#Version}
AppPublisher=Bunker Desk
DefaultDirName={autopf}\Bunker Desk
DefaultGroupName=Bunker Desk
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=commandline dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
SourceDir=..\..
OutputDir=dist
OutputBaseFilename=bunkerdesk-{#Version}-setup
SetupIconFile=build\icons\bunkerdesk.ico
UninstallDisplayIcon={app}\Bunker Desk.exe
Compression=lzma2
SolidCompression=yes
CloseApplications=yes

[InstallDelete]
; What an earlier version brought and this one does not must not be loaded beside it.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "dist\bunkerdesk\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\Bunker Desk"; Filename: "{app}\Bunker Desk.exe"
Name: "{autodesktop}\Bunker Desk"; Filename: "{app}\Bunker Desk.exe"; Tasks: desktop

[Tasks]
Name: desktop; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Run]
Filename: "{app}\Bunker Desk.exe"; Description: "{cm:LaunchProgram,Bunker Desk}"; Flags: nowait postinstall skipifsilent
